import { ApiError } from '../../errors.js';
import { ALL_METHODS } from '../../methods/index.js';
import { WALLETS } from '../../vocabulary.js';
import { merchantChoices } from '../merchants/merchant-choices.js';
import { listFromQuery } from '../pages/list-from-query.js';
import type { ConsolePage } from '../pages/page-routes.js';
import { explainForMerchant } from './route.calls.js';

type Explained = Awaited<ReturnType<typeof explainForMerchant>>;

const NOTHING: Explained = { data: [], next_cursor: null };

/** Nothing is asked of a form that nobody has filled yet; that a merchant takes no such payment is an answer, too. */
async function explain(request: { query: unknown }): Promise<Explained & { refusal?: string }> {
  if (Object.keys(request.query as object).length === 0) return NOTHING;
  try {
    return await explainForMerchant(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.extra.errors) throw error;
    return { ...NOTHING, refusal: error.message };
  }
}

/** Which account takes it? */
export const routePage: ConsolePage = {
  path: '/route',
  role: 'viewer',
  view: 'route',
  async show(request) {
    let refusal: string | undefined;
    const [list, choices] = await Promise.all([
      listFromQuery('/route', request, async (asked) => {
        const explained = await explain(asked);
        ({ refusal } = explained);
        return explained;
      }),
      merchantChoices(),
    ]);
    return { title: 'Which account takes it?', ...list, refusal, choices, methods: ALL_METHODS, wallets: WALLETS };
  },
};
