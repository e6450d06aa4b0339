export interface Example {
  /** Its name in the document; the trx and identifier of an earlier one may come again. */
  name: string;
  path: string;
  summary: string;
  request: Record<string, unknown>;
  status: number;
  answer: object;
}
export const EXAMPLES: Example[] = [];
