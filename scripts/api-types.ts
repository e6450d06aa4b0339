import openapiTS, { astToString } from 'openapi-typescript';
import { openApi } from '../src/reference/openapi.js';

/** The types of the merchants' API, made from its description; a field with a default may be left out of a request. */
export const apiTypes = async (): Promise<string> =>
  astToString(await openapiTS(JSON.stringify(openApi()), { defaultNonNullable: false }));
