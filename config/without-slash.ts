/** A URL to which paths are appended, without slashes at its end. */
export const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');
