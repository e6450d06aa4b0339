import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';

/** A client of the merchants' API, typed by its description: what does not compile with it is described wrongly. */
export const apiClient = (baseUrl: string): Client<paths> => createClient<paths>({ baseUrl });
