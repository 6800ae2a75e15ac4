import type { Person } from '@parley/protocol/management';
import type { Rights } from '../../accounts/index.ts';
import { type Actor, operatorActor } from '../../audit/index.ts';
import type { ManagementKey } from '../../management-keys/index.ts';
import type { SignedInPerson, SignInRequest } from '../../sign-in/index.ts';

/** The caller, as identified by the guard. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'person';
      readonly signed: SignedInPerson;
      /** What they may do in the account of the path; null for calls that belong to no account. */
      readonly rights: Rights | null;
      readonly address: string;
    }
  | { readonly kind: 'key'; readonly key: ManagementKey; readonly address: string }
  /** The holder of the operator's token. */
  | { readonly kind: 'operator'; readonly address: string };

/** What the guard found out about a request. */
export type Identified = {
  readonly caller: Caller;
  readonly signInRequest: SignInRequest;
  /** The account of the path, which exists and which the caller may use; empty for other calls. */
  readonly accountId: string;
  /** Checks again, for a long-lived answer. */
  stillAllowed(): Promise<boolean>;
};

/** How the audit log names the caller. */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'anonymous':
      return { personId: null, who: 'somebody', address: null };
    case 'person': {
      const { id, email } = caller.signed.person;
      return { personId: id, who: email, address: caller.address };
    }
    case 'key':
      return { personId: null, who: `key ${caller.key.name} (${caller.key.id})`, address: caller.address };
    case 'operator':
      return { ...operatorActor, address: caller.address };
  }
}

/** Who answers a visitor. The name is for the members of the account. */
export function personOf(caller: Caller): Person {
  switch (caller.kind) {
    case 'person':
      return { id: caller.signed.person.id, name: caller.signed.person.name };
    case 'key':
      return { id: caller.key.id, name: caller.key.name };
    case 'anonymous':
    case 'operator':
      return { id: caller.kind, name: 'Operator' };
  }
}

/** Distinguishes the requests of one caller from those of all others. */
export function callerId(caller: Caller): string {
  switch (caller.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'person':
      return `person ${caller.signed.person.id}`;
    case 'key':
      return `key ${caller.key.id}`;
    case 'operator':
      return 'operator';
  }
}
