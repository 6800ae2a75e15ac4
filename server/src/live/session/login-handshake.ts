import type { AvatarWithSecrets } from '../../avatars/index.ts';
import { type Brain, BrainFailure } from '../conversation/brain.ts';
import type { LoginState } from '../store/session-row.ts';
import type { LiveSession } from './live-session.ts';

const ended = () => new BrainFailure('the session has ended');

/** Telling the brain of the session: once, again after a failure, never after a refusal. */
export class Opening {
  state: LoginState;
  private opened: boolean;
  /** Whether a LOGIN may have left since nobody heard of one that did not arrive. */
  private left: boolean;
  private running: Promise<void> | null = null;
  private readonly session: LiveSession;

  constructor(session: LiveSession, state: LoginState) {
    this.session = session;
    this.state = state;
    this.opened = state === 'done';
    this.left = state === 'sent';
  }

  /** Whether an endpoint may hold this session, so that somebody has to tell it of the end. */
  get mayHaveArrived(): boolean {
    return this.state === 'done' || (this.state === 'sent' && this.left);
  }

  /** Written down before anything is sent: a crash in between must not leave an endpoint with a session for ever. */
  prepare(avatar: AvatarWithSecrets | null): void {
    if (this.state === 'none' && isEndpoint(avatar)) this.state = 'sent';
  }

  /** Settles when the brain is open. Rejects with BrainFailure where it is not, also where it refused. */
  ensure(): Promise<void> | undefined {
    if (this.opened) return undefined;
    this.running ??= this.open().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Nothing is on its way to the brain any more. A LOGIN is not called off: the endpoint may act on it all the same. */
  async settled(): Promise<void> {
    await this.running?.catch(() => {});
  }

  private async open(): Promise<void> {
    const { session } = this;
    const avatar = await session.avatar();
    const brain = avatar === null ? null : session.context.brainFor(avatar);
    if (brain === null) throw new BrainFailure('this avatar has no brain: set an endpoint or a model');
    if (this.state === 'none' && isEndpoint(avatar)) {
      this.state = 'sent';
      await session.save();
    }
    if (session.ended) throw ended();
    await this.ask(brain);
  }

  private async ask(brain: Brain): Promise<void> {
    const { session } = this;
    const leftBefore = this.left;
    this.left = true;
    const opening = await brain.open(session.user, new AbortController().signal);
    if (opening.outcome === 'open') {
      this.opened = true;
      if (this.state !== 'sent') return;
      this.state = 'done';
      // Behind the conversation: a crash before this is on disk costs a second LOGIN at most.
      void session.save();
      return;
    }
    if (opening.outcome === 'refused') {
      this.state = 'refused';
      const { id: sessionId } = session.identity;
      session.context.log.info({ sessionId, ...opening.note }, 'the endpoint refused the login');
      await session.finish('auth_failed');
      throw new BrainFailure('the endpoint refused the login', opening.note);
    }
    this.left = leftBefore || opening.reached;
    if (!this.left && this.state === 'sent') this.state = 'none';
    throw new BrainFailure('the login failed', opening.note);
  }
}

const isEndpoint = (avatar: AvatarWithSecrets | null): boolean =>
  avatar !== null && avatar.avatar.brain === 'endpoint' && avatar.avatar.endpointUrl !== null;
