import type { DisconnectReason, SessionEnder } from '@parley/protocol';
import type { AvatarWithSecrets } from '../../../avatars/index.ts';
import type { Log } from '../../../kernel/index.ts';
import { type Brain, BrainFailure, loggableNote, type OpenResult } from '../../conversation/turns/brain.ts';
import type { SecondBrain } from '../../conversation/turns/second-brain.ts';
import { problemIn, type TraceDeps } from '../../conversation/turns/turn-traces.ts';
import type { UserFacts } from '../../identity/user-facts.ts';
import type { LoginState } from '../../store/session-row.ts';

export type LoginDeps = TraceDeps & {
  readonly log: Log;
  brainFor(avatar: AvatarWithSecrets): Brain | null;
  readonly secondBrain: SecondBrain;
};

export interface LoginOwner {
  readonly ended: boolean;
  avatar(): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
  save(): Promise<boolean>;
  finish(reason: DisconnectReason, by: SessionEnder): Promise<boolean>;
}

type Login =
  | { readonly kind: 'not-sent' }
  /** Stored before LOGIN is sent: after a crash the endpoint may know the session and must get a LOGOUT. */
  | { readonly kind: 'sent'; readonly mayHaveArrived: boolean }
  | { readonly kind: 'done' }
  /** The brain is open and needs no LOGIN, like a language model. */
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'refused' };

const stored: Readonly<Record<Login['kind'], LoginState>> = {
  'not-sent': 'none',
  sent: 'sent',
  done: 'done',
  'not-needed': 'none',
  refused: 'refused',
};

const restored: Readonly<Record<LoginState, Login>> = {
  none: { kind: 'not-sent' },
  sent: { kind: 'sent', mayHaveArrived: true },
  done: { kind: 'done' },
  refused: { kind: 'refused' },
};

/** Tells the brain about the session: once, again after a failure, never after a refusal. */
export class LoginHandshake {
  readonly #deps: LoginDeps;
  readonly #user: UserFacts;
  readonly #owner: LoginOwner;
  readonly #traceparent: string | undefined;
  #login: Login;
  #running: Promise<void> | null = null;

  constructor(deps: LoginDeps, user: UserFacts, owner: LoginOwner, state: LoginState, traceparent?: string) {
    this.#deps = deps;
    this.#user = user;
    this.#owner = owner;
    this.#login = restored[state];
    this.#traceparent = traceparent;
  }

  /** The login state for the session's row. */
  get state(): LoginState {
    return stored[this.#login.kind];
  }

  /** Whether an endpoint may know this session, so that it must get a LOGOUT. */
  get mayHaveArrived(): boolean {
    return this.#login.kind === 'done' || (this.#login.kind === 'sent' && this.#login.mayHaveArrived);
  }

  /** A LOGIN will be sent, so the next write of the session's row says so. */
  prepare(avatar: AvatarWithSecrets | null): void {
    if (this.#login.kind === 'not-sent' && hasEndpoint(avatar)) {
      this.#login = { kind: 'sent', mayHaveArrived: false };
    }
  }

  /** Settles when the brain is open; undefined if it is already. Rejects with BrainFailure. */
  ensure(): Promise<void> | undefined {
    if (this.#login.kind === 'done' || this.#login.kind === 'not-needed') return undefined;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Whether a LOGIN is on its way. */
  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Settles when no LOGIN is on its way. A LOGIN is never aborted, because the endpoint may act on it anyway. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  async #run(): Promise<void> {
    const avatar = await this.#owner.avatar();
    const brain = avatar === null ? null : this.#deps.brainFor(avatar);
    if (avatar === null || brain === null)
      throw new BrainFailure('This avatar has no brain. Set an endpoint or a language model.');
    if (this.#login.kind === 'not-sent' && hasEndpoint(avatar)) {
      this.prepare(avatar);
      // Otherwise the endpoint might never get its LOGOUT.
      if (!(await this.#owner.save())) throw new BrainFailure('The session could not be stored.');
    }
    if (this.#owner.ended) throw new BrainFailure('The session has ended.');
    await this.#open(brain, avatar);
  }

  async #open(brain: Brain, avatar: AvatarWithSecrets): Promise<void> {
    const before = this.#login;
    // Until the answer is known, the request counts as arrived.
    if (before.kind === 'sent') this.#login = { kind: 'sent', mayHaveArrived: true };
    const opening = await this.#send(brain);
    // A shadow needs no LOGIN of a session that is over, or that another process has.
    if (!this.#owner.ended && opening.outcome !== 'refused') this.#noteOpened(avatar, opening);
    switch (opening.outcome) {
      case 'open':
        this.#login = { kind: before.kind === 'sent' ? 'done' : 'not-needed' };
        // Not awaited: a crash before this is stored costs a second LOGIN at most.
        if (before.kind === 'sent') void this.#owner.save();
        return;
      case 'refused':
        this.#login = { kind: 'refused' };
        this.#deps.log.info(
          { sessionId: this.#user.sessionId, ...loggableNote(opening.note) },
          'the endpoint refused LOGIN',
        );
        await this.#owner.finish('auth_failed', 'endpoint');
        // Only now, because a canary's refusals are counted where they are stored.
        this.#noteOpened(avatar, opening);
        throw new BrainFailure('Your endpoint refused LOGIN.', opening.note);
      case 'failed':
        if (before.kind === 'sent' && !before.mayHaveArrived && !opening.reached) {
          this.#login = { kind: 'not-sent' };
        }
        throw new BrainFailure('LOGIN failed.', opening.note, opening.circuitOpen);
    }
  }

  #noteOpened(avatar: AvatarWithSecrets, { outcome }: OpenResult): void {
    this.#deps.secondBrain.handleOpened(this.#user, avatar, outcome);
  }

  async #send(brain: Brain): Promise<OpenResult> {
    const { signal } = new AbortController();
    const { tracer } = this.#deps;
    if (tracer === null || this.#login.kind !== 'sent') return await brain.open(this.#user, signal);
    const { sessionId, avatarId } = this.#user;
    const parent = this.#traceparent === undefined ? null : { traceparent: this.#traceparent };
    const span = tracer.start('login', { sessionId, avatarId }, { kind: 'client', parent });
    const opening = await brain.open(this.#user, signal, span.traceparent);
    span.note({ outcome: opening.outcome });
    span.end(opening.outcome === 'failed' ? problemIn(opening.note) : undefined);
    return opening;
  }
}

const hasEndpoint = (avatar: AvatarWithSecrets | null): boolean =>
  avatar !== null && avatar.avatar.brain === 'endpoint' && avatar.avatar.endpointUrl !== null;
