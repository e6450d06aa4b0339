/**
 * A key of somebody's account at a gateway's test system.
 * @throws when it is not set: there is no truth without it
 */
export function requiredKey(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: the truth is at the gateway's own test system, for which it needs your key`);
  return value;
}
