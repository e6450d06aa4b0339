import { ApiError } from '../errors.js';

export const forbidden = (message: string) => new ApiError(403, 'forbidden', message);

export const operatorExists = (email: string) =>
  new ApiError(
    409,
    'operator_exists',
    `There is already an operator with the e-mail ${email}: npm run operator gives another password by change --password, and another API token by rotate-token`,
  );

export const operatorNotFound = (who: string) => new ApiError(404, 'operator_not_found', `There is no operator ${who}`);

/** A token that is shown now would be taken neither now nor later. */
export const operatorIsDisabled = (email: string) =>
  new ApiError(409, 'operator_disabled', `${email} is disabled: enable first, which ends every token of before`);

export const lastAdmin = () =>
  new ApiError(409, 'last_admin', 'This is the last admin: make somebody else one first, or nobody can make operators');

export const differenceNotFound = () => new ApiError(404, 'difference_not_found', 'Difference not found');

/** Who resolved it and when, for the operator who came second. */
export const differenceResolved = (by: string, at: string) =>
  new ApiError(409, 'difference_resolved', `${by} resolved it at ${at}`);

/** Only a refund can be taken over, of a payment that we have, and that we did not ask for ourselves. */
export const differenceNotTakenOver = () =>
  new ApiError(
    409,
    'difference_not_taken_over',
    'This is no refund that was made at the gateway for a payment of ours',
  );

export const endpointNotFound = () => new ApiError(404, 'endpoint_not_found', 'Endpoint not found');
