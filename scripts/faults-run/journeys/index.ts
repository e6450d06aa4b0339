import { CARD_JOURNEYS } from './cards.js';
import { HOSTED_JOURNEYS } from './hosted.js';
import type { Journey } from './journey.js';
import { LOCAL_JOURNEYS } from './local.js';

/** Every way to pay that a run knows, by its name. */
export const JOURNEYS: Record<string, Journey> = { ...CARD_JOURNEYS, ...LOCAL_JOURNEYS, ...HOSTED_JOURNEYS };
