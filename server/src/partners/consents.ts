import type { Consent, ConsentAnswer } from '@parley/protocol/management';
import type { Change } from '../audit/index.ts';
import type { SignedInPerson } from '../sign-in/index.ts';

/** What a person decides when a partner asks for access. OAuth implements it; the management API calls it. */
export type Consents = {
  /** Throws `notFound` if the request does not exist, or has expired. */
  get(request: ConsentRequest): Promise<Consent>;
  /** The grant is written in the transaction of the change. In a dry run nothing else may be written. */
  allow(change: Change, request: ConsentRequest, input: ConsentInput): Promise<ConsentAnswer>;
  deny(request: ConsentRequest): Promise<ConsentAnswer>;
};

/** A partner's request, in the browser of a person who is signed in. */
export type ConsentRequest = {
  readonly person: SignedInPerson;
  readonly uid: string;
  /** The browser's cookies. They show whether this browser brought the request. */
  readonly cookie: string | undefined;
};

export type ConsentInput = {
  readonly accountId: string;
  /** Null means every avatar of the account, later ones too. */
  readonly avatarIds: readonly number[] | null;
};
