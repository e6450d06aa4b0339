import type { Connector, Misconfigured } from './connector.js';

/** The same object, of which every call fails. */
const refusing = <T extends object>(part: T, refuse: () => Promise<never>): T =>
  new Proxy(part, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      return typeof member === 'function' ? refuse : member;
    },
  });

/** A gateway that says what it can do, and refuses every call: nobody can make one. */
export function refusingCalls(connector: Connector, why: Misconfigured): Connector {
  const { nameOf, pages, ...parts } = connector;
  const refuse = () => Promise.reject(why);
  const refused = Object.entries(parts).map(([name, part]) => [name, refusing(part, refuse)] as const);
  return { ...Object.fromEntries(refused), ...(nameOf && { nameOf }), pages };
}
