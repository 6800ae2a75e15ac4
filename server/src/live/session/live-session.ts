import {
  closeCodes,
  type DisconnectReason,
  type ServerFrame,
  type SessionEnder,
  type SessionState,
} from '@parley/protocol';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { StoredEvent } from '../../webhooks/index.ts';
import { type ConversationOwner, ConversationRunner } from '../conversation/conversation-runner.ts';
import { CredentialHolder } from '../identity/session-credentials.ts';
import type { SessionIdentity } from '../identity/session-identity.ts';
import { connectedMs, type Link, type LinkInput, linkDeadline, stepLink } from '../link/link.ts';
import { linkColumns, taskColumns } from '../store/session-row.ts';
import { ActivityTimers } from './activity-timers.ts';
import { EventPublisher, type EventPublisherOwner } from './event-publisher.ts';
import { FrameNumbers } from './frame-numbers.ts';
import { LoginHandshake, type LoginOwner } from './login-handshake.ts';
import { SessionAvatar } from './session-avatar.ts';
import type { SessionDeps } from './session-deps.ts';
import { SessionLimits } from './session-limits.ts';
import type { SessionStart } from './session-start.ts';
import { type ClientSocket, SocketLink } from './socket-link.ts';
import { type Pass, type Welcome, welcomeFrame } from './welcome.ts';

export interface SessionOwner {
  /** Called at once, so that nobody finds the session any more. */
  handleGone(session: LiveSession): void;
}

/** One session: its link, its socket, its row and its end. The conversation has a runner of its own. */
export class LiveSession implements ConversationOwner, EventPublisherOwner, LoginOwner {
  readonly identity: SessionIdentity;
  readonly conversation: ConversationRunner;
  readonly events: EventPublisher;
  readonly limits: SessionLimits;
  readonly frameNumbers = new FrameNumbers();
  readonly credentials: CredentialHolder;
  readonly #deps: SessionDeps;
  readonly #owner: SessionOwner;
  readonly #login: LoginHandshake;
  readonly #timers: ActivityTimers;
  readonly #avatar: SessionAvatar;
  readonly #socket = new SocketLink();
  #link: Link;
  #reconnects: boolean;
  /** The pending utterances as they are stored. They are stored only while no client is attached. */
  #storedUtterances: string | null;

  constructor(deps: SessionDeps, owner: SessionOwner, start: SessionStart) {
    const { identity, user, link, login } = start;
    this.#deps = deps;
    this.#owner = owner;
    this.identity = identity;
    this.#link = link;
    this.credentials = new CredentialHolder(start.credentials);
    this.#reconnects = start.reconnects;
    this.#storedUtterances = start.pendingUtterances;
    this.#timers = new ActivityTimers(deps.clock.now());
    this.#avatar = new SessionAvatar(deps, identity.avatarId, start.brain);
    this.limits = new SessionLimits(deps.clock);
    this.events = new EventPublisher(deps, identity, this, start);
    this.#login = new LoginHandshake(deps, user, this, login);
    const greeted = link.kind !== 'waiting';
    this.conversation = new ConversationRunner(deps, user, this, this.events, { ...start, greeted });
  }

  get link(): Link {
    return this.#link;
  }

  get questions(): number {
    return this.conversation.questions;
  }

  get ended(): boolean {
    return this.#link.kind === 'ended';
  }

  get attached(): boolean {
    return this.#socket.attached;
  }

  get wantsEvents(): boolean {
    return this.#socket.wantsEvents;
  }

  /** The answer of `GET /session/query`. */
  state(): SessionState {
    const { avatarId, visitorId: userId } = this.identity;
    const { lastActivityAt } = this.#timers;
    return { avatarStatus: this.conversation.status, avatarId, userId, lastActivityAt };
  }

  /** Frames of a socket that was replaced or lost are ignored. */
  isAttachedTo(socket: ClientSocket): boolean {
    return !this.ended && this.#socket.isAttachedTo(socket);
  }

  /** The client sent a frame, so it has received the resume secret of its welcome. */
  handleFrame(): void {
    this.#timers.noteFrame(this.#deps.clock.now());
    this.credentials.handleFrame();
    if (this.#link.kind === 'leaving') void this.#stepLink({ kind: 'stayed' });
  }

  handlePong(): void {
    this.#timers.notePong(this.#deps.clock.now());
  }

  /** Attaches a socket whose credentials are valid. Settles when this is stored; false if the socket was replaced meanwhile. */
  async join(socket: ClientSocket, { usedHash, nextHash, reconnects }: Pass): Promise<boolean> {
    if (this.ended) return false;
    this.#detach()?.close(closeCodes.replaced, 'a newer connection took over');
    this.#socket.attach(socket);
    this.#storedUtterances = null;
    this.#reconnects = reconnects;
    this.credentials.handleJoin(usedHash, nextHash);
    this.#timers.noteFrame(this.#deps.clock.now());
    const avatar = await this.avatar();
    this.#login.prepare(avatar);
    this.#timers.idleLimitMs = (avatar?.avatar.idleTimeout ?? 0) * 1000;
    if (!this.isAttachedTo(socket)) return false;
    await this.#stepLink({ kind: 'joined' });
    return this.isAttachedTo(socket);
  }

  /** The join is stored: from now on frames are sent. */
  welcome(socket: ClientSocket, welcome: Welcome): void {
    if (!this.isAttachedTo(socket)) return;
    const { identity } = this;
    const now = { status: this.conversation.status, taken: this.frameNumbers.last };
    const frame = welcomeFrame(identity, welcome, now, this.#deps.pageTokensOf(identity.id));
    this.#socket.welcome(frame, welcome.wantsEvents);
    if (this.#link.kind === 'connected') this.events.sendConnected(this.#link.since);
    this.handleActivity();
    this.conversation.attach();
    // If this fails, the next question tries again and reports the failure.
    void this.ensureLogin()?.catch(() => {});
  }

  /** The socket is closed and the client did not say goodbye. */
  async lose(socket: ClientSocket): Promise<void> {
    if (!this.#socket.isAttachedTo(socket)) return;
    this.#detach();
    await this.#stepLink({ kind: 'lost', returns: this.#reconnects });
  }

  /** The page is being closed or reloaded. */
  leave(): void {
    void this.#stepLink({ kind: 'leaving' });
  }

  /** The service is about to stop: the client comes back later, and the session waits for it. */
  async suspend(afterMs: number): Promise<void> {
    this.send({ type: 'restart', afterMs });
    const socket = this.#detach();
    socket?.close(closeCodes.restart, 'the service restarts');
    await (socket === null ? this.saveUtterances() : this.#stepLink({ kind: 'lost', returns: true }));
  }

  /** Ends the session. True for the one call that did. */
  async finish(reason: DisconnectReason, by: SessionEnder): Promise<boolean> {
    return await this.#endBy({ kind: 'finish', reason, by });
  }

  /** Checks all deadlines. Null if there is nothing to wait for. */
  tick(silenceLimitMs: number): Promise<unknown> | null {
    const now = this.#deps.clock.now();
    const deadline = linkDeadline(this.#link, this.identity.maxDurationSeconds);
    if (deadline !== null && now >= deadline) return this.#endBy({ kind: 'tick' });
    if (!this.attached) return null;
    if (this.#timers.silentMs(now) >= silenceLimitMs) {
      this.#detach()?.close(closeCodes.silent, 'nothing was heard for too long');
      return this.#stepLink({ kind: 'lost', returns: this.#reconnects });
    }
    // Browsers slow down the timers of a hidden page, but answer this ping themselves.
    if (this.#timers.takeProbe(now)) this.#socket.ping();
    if (this.#timers.isIdle(now) && !this.conversation.isAsking && !this.conversation.isSpeaking) {
      return this.finish('timeout', 'limit');
    }
    this.conversation.checkPlayback(now);
    return null;
  }

  send(frame: ServerFrame): void {
    this.#socket.send(frame);
  }

  sendSound(bytes: Uint8Array): void {
    this.#socket.sendSound(bytes);
  }

  avatar(): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null {
    return this.#avatar.read();
  }

  ensureLogin(): Promise<void> | undefined {
    return this.#login.ensure();
  }

  handleActivity(): void {
    this.#timers.noteMessage(this.#deps.clock.now());
  }

  /** Stores the session and the events in one transaction. */
  async save(events: readonly StoredEvent[] = []): Promise<void> {
    const row = {
      id: this.identity.id,
      ...linkColumns(this.#link),
      ...taskColumns(this.#link, this.#login.mayHaveArrived),
      ...this.credentials.current,
      login: this.#login.state,
      reconnects: this.#reconnects,
      lastSequence: this.events.lastSequence,
      unsaid: this.#storedUtterances,
      tags: this.conversation.tags.pack(),
    };
    await this.#deps.writer.write({ row, events });
  }

  /** What waits to be said may have to wait for longer than this process lives. */
  async saveUtterances(): Promise<void> {
    const packed = this.conversation.packPendingUtterances();
    if (packed === this.#storedUtterances) return;
    this.#storedUtterances = packed;
    await this.save();
  }

  /** Gives the socket that was attached, so that the caller can close it. */
  #detach(): ClientSocket | null {
    const socket = this.#socket.detach();
    if (socket === null) return null;
    this.conversation.detach();
    this.#storedUtterances = this.conversation.packPendingUtterances();
    return socket;
  }

  async #endBy(input: LinkInput): Promise<boolean> {
    if (this.ended) return false;
    await this.#stepLink(input);
    return this.ended;
  }

  async #stepLink(input: LinkInput): Promise<void> {
    const now = this.#deps.clock.now();
    const step = stepLink(this.#link, input, now, this.identity.maxDurationSeconds);
    if (step.link === this.#link) return;
    this.#link = step.link;
    const events = this.events.fromLink(step.events, now);
    if (step.link.kind === 'ended') await this.#close(step.link, events);
    else await this.save(events);
  }

  async #close(link: Link & { kind: 'ended' }, events: readonly StoredEvent[]): Promise<void> {
    const { reason, by } = link;
    this.conversation.close();
    this.#owner.handleGone(this);
    const duration = Math.floor(connectedMs(link, link.at) / 1000);
    const details = { reason, duration, turns: this.questions, ended_by: by };
    await this.save([...events, ...(await this.events.ended(details))]);
    this.#socket.close({ type: 'end', reason }, closeCodes.ended, reason);
    // LOGOUT must not overtake a LOGIN that is on its way.
    void this.#login
      .settled()
      .then(() => this.#deps.handleEnded(this.identity.id, this.#login.mayHaveArrived));
  }
}
