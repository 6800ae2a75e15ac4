import { type ServerFrames, speechText } from '@parley/protocol';
import type { Person, WatchAnswer } from '@parley/protocol/management';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { CallbackMessage, PersonCommand, PersonOutcome, WatchQuestion } from '../../bus/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { ConversationRunner } from '../conversation/conversation-runner.ts';
import type { Link } from '../link/step-link.ts';
import { type HandBackReason, reasonToHandBack } from './hand-back.ts';
import { type Watched, WatchLog } from './watch-log.ts';

/** What the people of a session need from it. */
export interface PeopleOwner {
  readonly link: Link;
  readonly ended: boolean;
  readonly conversation: Pick<ConversationRunner, 'person' | 'status' | 'isSpeaking' | 'take' | 'sayAs'>;
  avatar(): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  readonly personRequests: { clear(): void };
  send(frame: ServerFrames['people']): void;
}

/** How long a person counts as typing after the last sign of it. */
const typingMs = 6_000;
/** The log is kept this long after the last question of a watcher. */
const watchedMs = 30_000;

const done: PersonOutcome = { outcome: 'done' };

/** The members who watch a session, and the one who has taken over. */
export class SessionPeople {
  readonly #clock: Pick<Clock, 'now'>;
  readonly watched: Watched = { log: null };
  readonly #owner: PeopleOwner;
  #lastSent = { answering: false, wantsWords: false };
  #watchedAt = 0;
  /** When the person was last known to be there, last said or wrote something, and last typed. */
  #seenAt: number;
  #actedAt: number;
  #typedAt = 0;

  constructor(clock: Pick<Clock, 'now'>, owner: PeopleOwner, person: Person | null) {
    this.#clock = clock;
    this.#owner = owner;
    // After a restart the person has time to show up again.
    this.#seenAt = clock.now();
    this.#actedAt = this.#seenAt;
    if (person !== null) this.watched.log = new WatchLog(clock);
  }

  /** Whether anybody takes part besides the visitor. */
  get arePresent(): boolean {
    return this.watched.log !== null;
  }

  /** Does what a person wants. The caller stores the change. */
  command(command: PersonCommand): PersonOutcome {
    const now = this.#clock.now();
    const { conversation } = this.#owner;
    const current = conversation.person;
    const personId = command.kind === 'take' ? command.person.id : command.personId;
    if (current !== null && current.person.id !== personId)
      return { outcome: 'not-yours', by: current.person };
    if (command.kind === 'take') {
      this.#act(now);
      if (current === null) this.#takeOver(command);
      return done;
    }
    if (current === null) return { outcome: 'not-yours' };
    this.#act(now);
    switch (command.kind) {
      case 'say': {
        if (current.said.includes(command.id)) return done;
        const taken = conversation.sayAs(current.person, command);
        return taken === 'taken' ? done : { outcome: taken };
      }
      case 'typing':
        this.#typedAt = now;
        conversation.take({ kind: 'typing', active: true });
        return done;
      case 'release':
        this.#handBack('released');
        return done;
    }
  }

  async watch({ after, waitMs, personId }: WatchQuestion): Promise<WatchAnswer> {
    const { conversation, link } = this.#owner;
    this.#watchedAt = this.#clock.now();
    if (conversation.person?.person.id === personId) this.#seenAt = this.#watchedAt;
    const news = await this.#openLog().read({ after, waitMs });
    // The session may have changed meanwhile.
    const { status, person } = conversation;
    const now = { status, person: person?.person ?? null, connected: link.kind === 'connected' };
    return { ...news, ended: this.#owner.link.kind === 'ended', now };
  }

  /** The client was welcomed. It knows nothing yet of people. */
  handleWelcome(): void {
    this.#lastSent = { answering: false, wantsWords: false };
    if (this.arePresent) this.#sendPeople();
  }

  handleLink({ kind }: Link): void {
    const { log } = this.watched;
    if (kind !== 'connected' && kind !== 'dropped' && kind !== 'ended') return;
    log?.add({ kind: 'link', state: kind });
    if (kind === 'ended') log?.close();
  }

  /** Another process has the session. */
  stop(): void {
    this.watched.log?.close();
  }

  /** Callbacks wait while a person answers. */
  handleCallback({ message }: CallbackMessage): void {
    if (this.#owner.conversation.person !== null)
      this.watched.log?.add({ kind: 'held', text: speechText(message) });
  }

  /** Checks the deadlines. */
  tick(): void {
    const now = this.#clock.now();
    const { conversation } = this.#owner;
    const { person } = conversation;
    if (person === null) {
      if (now - this.#watchedAt >= watchedMs) this.#closeLog();
      return;
    }
    // A person is not silent while their words are said.
    if (conversation.isSpeaking) this.#actedAt = now;
    if (person.typing && now - this.#typedAt >= typingMs)
      conversation.take({ kind: 'typing', active: false });
    const signs = { seenAt: this.#seenAt, actedAt: this.#actedAt };
    const why = reasonToHandBack(now, signs, person.handBackMs);
    if (why !== null) this.#handBack(why);
  }

  #act(now: number): void {
    this.#seenAt = now;
    this.#actedAt = now;
  }

  #takeOver({ person, cut, handBackMs }: PersonCommand & { kind: 'take' }): void {
    this.#openLog().add({ kind: 'person', person: { name: person.name }, why: 'taken' });
    this.#owner.personRequests.clear();
    this.#owner.conversation.take({ kind: 'take-over', person, cut, handBackMs });
    this.#sendPeople();
  }

  #handBack(why: HandBackReason): void {
    this.watched.log?.add({ kind: 'person', person: null, why });
    // Before the brain speaks again.
    this.#sendPeople(false);
    this.#owner.conversation.take({ kind: 'hand-back' });
  }

  #openLog(): WatchLog {
    if (this.watched.log !== null) return this.watched.log;
    this.watched.log = new WatchLog(this.#clock);
    this.#sendPeople();
    return this.watched.log;
  }

  #closeLog(): void {
    this.watched.log?.close();
    this.watched.log = null;
    this.#sendPeople();
  }

  /** Tells the client what has changed for it. */
  #sendPeople(hasPerson = this.#owner.conversation.person !== null): void {
    const send = (found: AvatarWithSecrets | null) => {
      const answering = hasPerson && found?.avatar.tellsTakeover === true;
      const wantsWords = this.watched.log !== null;
      if (answering === this.#lastSent.answering && wantsWords === this.#lastSent.wantsWords) return;
      this.#lastSent = { answering, wantsWords };
      this.#owner.send({ type: 'people', answering, wantsWords });
    };
    const found = this.#owner.avatar();
    if (found instanceof Promise) void found.then(send);
    else send(found);
  }
}
