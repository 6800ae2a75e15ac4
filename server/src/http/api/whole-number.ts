import { ContractError } from '../answers/contract-error.ts';

type NumberSchema = { readonly minimum: number; readonly maximum?: number; readonly default: number };

/** A number in the query, within the limits of its schema. */
export function wholeNumber(
  query: Readonly<Record<string, unknown>>,
  name: string,
  { minimum, maximum, default: usual }: NumberSchema,
): number {
  const text = query[name];
  if (text === undefined) return usual;
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= (maximum ?? Number.MAX_SAFE_INTEGER)) return value;
  const range = maximum === undefined ? `from ${minimum} up` : `from ${minimum} to ${maximum}`;
  throw new ContractError('invalidParams', `${name} must be given once, as a whole number ${range}`);
}
