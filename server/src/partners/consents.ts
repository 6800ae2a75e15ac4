import type { Consent, ConsentAnswer } from '@parley/protocol/management';
import type { Change } from '../audit/index.ts';
import type { SignedInPerson } from '../sign-in/index.ts';

/** What a person decides when a partner asks for access. OAuth implements it; the management API calls it. */
export type Consents = {
  /** Throws `notFound` if nobody asks, or no longer. */
  get(person: SignedInPerson, uid: string): Promise<Consent>;
  /** The grant is written in the transaction of the change. In a dry run nothing else may be written. */
  allow(change: Change, person: SignedInPerson, uid: string, wish: ConsentWish): Promise<ConsentAnswer>;
  deny(person: SignedInPerson, uid: string): Promise<ConsentAnswer>;
};

export type ConsentWish = {
  readonly accountId: string;
  /** Null means every avatar of the account, later ones too. */
  readonly avatarIds: readonly number[] | null;
};
