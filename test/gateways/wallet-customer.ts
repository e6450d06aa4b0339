/** Presses a button of a stand-in's wallet page. @returns where the wallet leads the customer */
export async function press(url: string, action: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** Comes back from the wallet's page. */
export const comeBack = (url: string): Promise<Response> => fetch(url, { redirect: 'manual' });
