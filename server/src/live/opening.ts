import type { AvatarAtWork } from '../avatars/index.ts';
import { type Brain, BrainFailure } from './brain-seam.ts';
import type { LiveSession } from './session.ts';
import type { LoginState } from './session-row.ts';

/** Telling the brain of the session: once, again after a failure, never after a refusal. */
export class Opening {
  state: LoginState;
  private opened: boolean;
  private reached = false;
  private running: Promise<void> | null = null;
  private readonly session: LiveSession;
  private readonly abort = new AbortController();

  constructor(session: LiveSession, state: LoginState) {
    this.session = session;
    this.state = state;
    this.opened = state === 'done';
    this.reached = state === 'sent';
  }

  /** Whether an endpoint may hold this session, so that somebody has to tell it of the end. */
  get mayHaveArrived(): boolean {
    return this.state === 'sent' || this.state === 'done';
  }

  /** Written down before anything is sent: a crash in between must not leave an endpoint with a session for ever. */
  async prepare(): Promise<void> {
    if (this.state === 'none' && isEndpoint(await this.avatar())) this.state = 'sent';
  }

  /** Settles when the brain is open. Rejects with BrainFailure where it is not, also where it refused. */
  ensure(): Promise<void> | undefined {
    if (this.opened) return undefined;
    this.running ??= this.open().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  stop(): void {
    this.abort.abort();
  }

  private async open(): Promise<void> {
    const { session } = this;
    const avatar = await this.avatar();
    const brain = avatar === null ? null : session.context.brainFor(avatar);
    if (brain === null) throw new BrainFailure('this avatar has no brain: set an endpoint or a model');
    if (this.state === 'none' && isEndpoint(avatar)) {
      this.state = 'sent';
      await session.save();
    }
    await this.ask(brain);
  }

  private async ask(brain: Brain): Promise<void> {
    const { session } = this;
    const opening = await brain.open(session.user, this.abort.signal);
    if (session.ended) return;
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
      session.context.log.info(
        { sessionId: session.identity.id, ...opening.note },
        'the endpoint refused the login',
      );
      await session.finish('auth_failed');
      throw new BrainFailure('the endpoint refused the login', opening.note);
    }
    this.reached ||= opening.reached;
    if (!this.reached && this.state === 'sent') this.state = 'none';
    throw new BrainFailure('the login failed', opening.note);
  }

  private avatar(): Promise<AvatarAtWork | null> | AvatarAtWork | null {
    return this.session.context.avatar(this.session.identity.avatarId);
  }
}

const isEndpoint = (avatar: AvatarAtWork | null): boolean =>
  avatar !== null && avatar.avatar.brain === 'endpoint' && avatar.avatar.endpointUrl !== null;
