import { ApiError, type FieldError, validationError } from '../../errors.js';

/** Where a field of a call stands in a form: the name of its input, and what its label says. */
export interface Place {
  input: string;
  label: string;
}

/** Tells the place of a field such as `methods.0.minimums.EUR`; nothing of one that has no input. */
export type PlaceOf = (field: string) => Place | undefined;

/** As sentences of calls begin: `methods[0].currencies[1]`, or the same with dots. */
const pathsOf = (field: string): string[] => [field.replaceAll(/\.(\d+)/g, '[$1]'), field];

function atInput(fault: FieldError, placeOf: PlaceOf): FieldError {
  const place = placeOf(fault.field);
  if (!place) return fault;
  const path = pathsOf(fault.field).find((each) => fault.message.startsWith(`${each} `));
  const message = path === undefined ? fault.message : place.label + fault.message.slice(path.length);
  return { ...fault, field: place.input, message };
}

async function faultsOf(judge: () => unknown): Promise<FieldError[]> {
  try {
    await judge();
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.extra.errors) return error.extra.errors;
    throw error;
  }
}

/**
 * Refuses a form with everything that is wrong with it, each fault at its input and in the words of its label.
 * @param own what only a form can have wrong, at its inputs already
 * @param judge throws what the call finds wrong with what the form asks for, and does nothing
 * @throws {ApiError} validation_error; what else judge() throws
 */
export async function refuseAtInputs(own: FieldError[], placeOf: PlaceOf, judge: () => unknown): Promise<void> {
  const faults = [...own, ...(await faultsOf(judge)).map((fault) => atInput(fault, placeOf))];
  if (faults.length > 0) throw validationError(faults);
}
