import type { check, list, listGateways, route } from './actions.js';

// What the commands about gateways give, for people.

export const listInWords = (accounts: Awaited<ReturnType<typeof list>>): string =>
  accounts
    .map(({ id, status, mode, priority, connector, methods }) =>
      [id.padEnd(26), status.padEnd(7), mode, String(priority).padStart(5), connector, methods.map((m) => m.method)]
        .flat()
        .join(' '),
    )
    .join('\n');

export const gatewaysInWords = ({ data }: ReturnType<typeof listGateways>): string =>
  data
    .map(({ connector, title, credentials }) => {
      const lines = credentials.map(({ name, label, help }) => `  ${name.padEnd(20)} ${label}: ${help}`);
      return [`${connector} (${title})`, ...(lines.length > 0 ? lines : ['  no credentials'])].join('\n');
    })
    .join('\n');

export const checkInWords = ({ findings }: Awaited<ReturnType<typeof check>>): string =>
  findings.map(({ name, ok, text }) => `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${text}`).join('\n');

export const routeInWords = ({ data }: Awaited<ReturnType<typeof route>>): string =>
  data.map(({ account, place, text }) => `${String(place ?? '-').padEnd(3)} ${account.padEnd(26)} ${text}`).join('\n');
