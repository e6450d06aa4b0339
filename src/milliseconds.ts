/**
 * A setting in seconds as whole milliseconds, at least one. Node's deadlines and Redis' refuse a fraction, and in binary
 * even 16.1 * 1000 has one.
 */
export const milliseconds = (seconds: number): number => Math.max(1, Math.round(seconds * 1000));
