/** Each role may do all that the ones before it may. */
export const ROLES = ['viewer', 'reviewer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const hasRole = ({ role }: { role: Role }, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);
