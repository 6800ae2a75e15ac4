import type { StoredEvent } from '../../events/index.ts';
import type { SessionCredentials } from '../identity/session-credentials.ts';
import type { SessionIdentity } from '../identity/session-identity.ts';
import type { Link } from '../link/step-link.ts';
import {
  type LoginState,
  linkColumns,
  type PackableWords,
  type PersonRequest,
  requestColumns,
  taskColumns,
} from '../store/session-row.ts';
import type { SessionWriter } from '../store/session-writer.ts';

/** The parts of a session that are stored. */
export interface StorableSession {
  readonly identity: SessionIdentity;
  readonly link: Link;
  readonly credentials: { readonly current: SessionCredentials };
  readonly events: { readonly lastSequence: number };
  readonly personRequests: { readonly open: PersonRequest | null };
  readonly conversation: {
    readonly tags: { pack(): string | null };
    readonly pendingUtterances: PackableWords | null;
    /** Null while the brain answers. */
    readonly storedPerson: PackableWords | null;
    readonly unsentTakeover: { readonly from: number | null };
  };
  readonly attached: boolean;
}

type Login = { readonly state: LoginState; readonly mayHaveArrived: boolean };

/** Stores the row of one session, with the row's other values. */
export class SessionStorage {
  /** Whether the client comes back by itself after a drop. */
  reconnects: boolean;
  /** The pending utterances. They are stored only while no client is attached, or while a person answers. */
  #utterances: PackableWords | null;
  readonly #writer: SessionWriter;
  readonly #session: StorableSession;
  readonly #login: Login;

  constructor(writer: SessionWriter, session: StorableSession, login: Login, reconnects: boolean) {
    this.#writer = writer;
    this.#session = session;
    this.#login = login;
    this.reconnects = reconnects;
    this.#utterances = session.conversation.pendingUtterances;
  }

  handleJoin(reconnects: boolean): void {
    this.reconnects = reconnects;
    this.takeUtterances();
  }

  /** Takes the pending utterances for the next write. False if that changes nothing. */
  takeUtterances(): boolean {
    const { conversation, attached } = this.#session;
    const isSaidSoon = attached && conversation.storedPerson === null;
    const utterances = isSaidSoon ? null : conversation.pendingUtterances;
    if (utterances === this.#utterances) return false;
    this.#utterances = utterances;
    return true;
  }

  /** Stores the session and the events in one transaction. False if nothing was stored. */
  write(events: readonly StoredEvent[], nextOwner: string | null = null): Promise<boolean> {
    const { identity, link, credentials, conversation } = this.#session;
    const hasEnded = link.kind === 'ended';
    const row = {
      id: identity.id,
      ...linkColumns(link),
      ...taskColumns(link, this.#login.mayHaveArrived),
      ...credentials.current,
      ...requestColumns(this.#session.personRequests.open),
      login: this.#login.state,
      reconnects: this.reconnects,
      lastSequence: this.#session.events.lastSequence,
      // Nothing is said after the end.
      pendingUtterances: hasEnded ? null : this.#utterances,
      person: hasEnded ? null : conversation.storedPerson,
      takeoverFrom: conversation.unsentTakeover.from,
      tags: conversation.tags.pack(),
      nextOwner,
    };
    return this.#writer.write({ row, events });
  }
}
