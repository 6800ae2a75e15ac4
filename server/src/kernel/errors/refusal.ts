import type { ManagementErrorCode } from '@parley/protocol/management/errors';

/**
 * A request that cannot be carried out as it is. The message is for the caller: it says what to change and contains no
 * secret. Every other error is our own fault and is only logged.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The name of the invalid input field, if there is one. */
  readonly field: string | null;

  constructor(code: RefusalCode, message: string, field: string | null = null) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
  }
}

export type RefusalCode = Exclude<ManagementErrorCode, 'bad_request' | 'internal'>;

export const invalid = (message: string, field?: string): Refusal =>
  new Refusal('invalid', message, field ?? null);
export const notFound = (message: string): Refusal => new Refusal('not_found', message);
export const conflict = (message: string): Refusal => new Refusal('conflict', message);

/** Refuses a change if the version is not the one that the caller has read. Null accepts any version. */
export function mustBeVersion(found: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === found) return;
  throw new Refusal(
    'version_mismatch',
    `Another change came first. The version is now ${found}. Read it again and repeat your change.`,
  );
}
