/** What a call throws; undefined when it throws nothing. */
export const thrownBy = (call: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );
