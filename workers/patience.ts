/**
 * How many looks at a gateway find nothing of a call whose answer was lost before the call is given up: then its key, or
 * its order, is closed, or a refusal of its repetition is believed.
 */
export const PATIENCE = 3;
