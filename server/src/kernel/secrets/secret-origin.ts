import { Refusal } from '../errors/refusal.ts';

/** A secret and the place that it is sent to, before and after a change. */
export type SecretMove<S> = {
  /** The place to which the secret is sent, such as an origin. Null if there is none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly isStored: boolean;
  /** The secret in the change. Undefined if the change does not mention it, null if it removes it. */
  readonly given: S | null | undefined;
  /** The label of the secret for people, and the input field that holds it. */
  readonly label: string;
  readonly field: string;
};

/**
 * The secret that a change stores; undefined keeps the stored one. A secret belongs to the place that it was given for.
 * Otherwise a person who may change an address could point it at their own host and receive a secret that they may not
 * read.
 */
export function secretAfterMove<S>({ from, to, isStored, given, label, field }: SecretMove<S>) {
  if (given !== undefined) return given;
  if (!isStored || from === to) return undefined;
  if (to === null) return null;
  throw new Refusal(
    'secret_needed',
    `${label}: give it again in the same change, or remove it. The URL moves to another origin (scheme, host or port), and the stored secret was given for the old one.`,
    field,
  );
}

/** The scheme, host and port of an address; null if there is no address. */
export const originOf = (url: string | null | undefined): string | null =>
  url === null || url === undefined || url === '' ? null : (URL.parse(url)?.origin ?? url);
