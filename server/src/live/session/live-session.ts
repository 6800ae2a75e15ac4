import { closeCodes, type DisconnectReason, type ServerFrame, type SessionEnder } from '@parley/protocol';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { StoredEvent } from '../../events/index.ts';
import { settleWithin } from '../../kernel/index.ts';
import type { ConversationOwner } from '../conversation/conversation-deps.ts';
import { ConversationRunner } from '../conversation/conversation-runner.ts';
import { EventPublisher, type EventPublisherOwner } from '../events/event-publisher.ts';
import { CredentialHolder } from '../identity/session-credentials.ts';
import type { SessionIdentity } from '../identity/session-identity.ts';
import { connectedMs, type Link, type LinkInput, leftMs, linkDeadline, stepLink } from '../link/step-link.ts';
import { PersonRequests } from '../person/person-requests.ts';
import { SessionPeople } from '../person/session-people.ts';
import { LoginHandshake, type LoginOwner } from './avatar/login-handshake.ts';
import { SessionAvatar } from './avatar/session-avatar.ts';
import { ActivityTimers } from './client/activity-timers.ts';
import { ClientRateLimits } from './client/client-rate-limits.ts';
import { closed, comeBack, replaced, type SocketClose, silent } from './client/socket-close.ts';
import { type ClientSocket, SocketLink } from './client/socket-link.ts';
import { type AttachInput, type Welcome, welcomeFrame } from './client/welcome.ts';
import type { SessionDeps } from './session-deps.ts';
import type { SessionStart } from './session-start.ts';
import { SessionStorage, type StorableSession } from './session-storage.ts';

export interface SessionOwner {
  /** Called at once, so that the session is no longer found. `stored` settles when its row says so, too. */
  handleGone(session: LiveSession, stored: Promise<unknown>): void;
}

/** Sending LOGIN twice would be worse than letting the client wait. */
const loginLimitMs = 5_000;

/** One session: its link, its socket, its row and its end. The conversation has a runner of its own. */
export class LiveSession implements ConversationOwner, EventPublisherOwner, LoginOwner, StorableSession {
  readonly identity: SessionIdentity;
  readonly conversation: ConversationRunner;
  readonly people: SessionPeople;
  readonly events: EventPublisher;
  readonly limits: ClientRateLimits;
  readonly personRequests: PersonRequests;
  readonly timers: ActivityTimers;
  /** Another process has the session, or will have it. */
  isGone = false;
  /** The highest number of a client's frame. A frame that is sent again after a reconnect is taken once. */
  lastFrame: number;
  readonly credentials: CredentialHolder;
  readonly #deps: SessionDeps;
  readonly #owner: SessionOwner;
  readonly #login: LoginHandshake;
  readonly #avatar: SessionAvatar;
  readonly #socket = new SocketLink();
  readonly #storage: SessionStorage;
  #link: Link;

  constructor(deps: SessionDeps, owner: SessionOwner, start: SessionStart) {
    const { identity, user, link, login } = start;
    this.#deps = deps;
    this.#owner = owner;
    this.identity = identity;
    this.#link = link;
    this.credentials = new CredentialHolder(start.credentials);
    this.timers = new ActivityTimers(deps.clock);
    this.#avatar = new SessionAvatar(deps, identity.avatarId, start.brain);
    this.limits = new ClientRateLimits(deps.clock);
    this.lastFrame = start.lastFrame ?? 0;
    this.events = new EventPublisher(deps, identity, this, start);
    this.#login = new LoginHandshake(deps, user, this, login, start.traceparent);
    this.people = new SessionPeople(deps.clock, this, start.person ?? null);
    const { watched } = this.people;
    this.personRequests = new PersonRequests(deps.clock, this, watched, start.personRequest ?? null);
    const words = { ...start, greeted: link.kind !== 'waiting' };
    this.conversation = new ConversationRunner(deps, user, this, this.events, watched, words);
    this.#storage = new SessionStorage(deps.writer, this, this.#login, start.reconnects);
  }

  get link(): Link {
    return this.#link;
  }

  /** Whether this process no longer serves the session: it has ended, or another process has it. */
  get ended(): boolean {
    return this.#link.kind === 'ended' || this.isGone;
  }

  /** Whether an answer is in progress that a hand-over would lose. */
  get isWaiting(): boolean {
    return this.conversation.isAsking || this.#login.isRunning;
  }

  get attached(): boolean {
    return this.#socket.attached;
  }

  get wantsEvents(): boolean {
    return this.#socket.wantsEvents;
  }

  /** Frames of a socket that was replaced or lost are ignored. */
  isAttachedTo(socket: ClientSocket): boolean {
    return !this.ended && this.#socket.isAttachedTo(socket);
  }

  /** The client sent a frame, so it has received the resume secret of its welcome. */
  handleFrame(): void {
    this.timers.noteFrame();
    this.credentials.handleFrame();
    if (this.#link.kind === 'leaving') void this.#stepLink({ kind: 'stayed' });
  }

  /** Attaches a socket with valid credentials. Settles when this is stored; false if the socket was replaced. */
  async join(socket: ClientSocket, { usedHash, nextHash, reconnects }: AttachInput): Promise<boolean> {
    if (this.ended) return false;
    this.#disconnectClient(replaced);
    this.#socket.attach(socket);
    this.#storage.handleJoin(reconnects);
    this.credentials.handleJoin(usedHash, nextHash);
    this.timers.noteFrame();
    const avatar = await this.avatar();
    this.#login.prepare(avatar);
    this.timers.idleLimitMs = (avatar?.avatar.idleTimeout ?? 0) * 1000;
    if (!this.isAttachedTo(socket)) return false;
    const stored = await this.#stepLink({ kind: 'joined' });
    return stored && this.isAttachedTo(socket);
  }

  /** The join is stored: from now on frames are sent. */
  welcome(socket: ClientSocket, welcome: Welcome): void {
    if (!this.isAttachedTo(socket)) return;
    const { identity } = this;
    const left = leftMs(this.#link, identity.maxDurationSeconds, this.#deps.clock.now());
    const now = { status: this.conversation.status, taken: this.lastFrame, leftMs: left };
    const frame = welcomeFrame(identity, welcome, now, this.#deps.pageTokensOf(identity.id));
    this.#socket.welcome(frame, welcome.wantsEvents);
    if (this.#link.kind === 'connected') this.events.sendConnected(this.#link.since);
    this.timers.noteMessage();
    this.conversation.attach();
    this.people.handleWelcome();
    // If this fails, the next question tries again and reports the failure.
    void this.ensureLogin()?.catch(() => {});
  }

  /** The socket is closed and the client did not say goodbye. */
  async lose(socket: ClientSocket): Promise<void> {
    if (!this.#socket.isAttachedTo(socket)) return;
    await this.#loseClient(closed);
  }

  /** The page is being closed or reloaded. */
  leave(): void {
    void this.#stepLink({ kind: 'leaving' });
  }

  /** The service is about to stop: the client comes back later, and the session waits for it. */
  async suspend(afterMs: number): Promise<void> {
    const wasAttached = this.#disconnectClient(comeBack('the service restarts', afterMs));
    await (wasAttached ? this.#stepLink({ kind: 'lost', returns: true }) : this.saveUtterances());
  }

  /**
   * Hands the session over to another process, or to the first one that claims it. Settles when its row says so: false
   * if the session has ended or was gone before.
   */
  async handOver(nextOwner: string, close: SocketClose): Promise<boolean> {
    if (this.ended) return false;
    this.#disconnectClient(close);
    this.#leave();
    const stored = this.#storeFor(nextOwner);
    this.#owner.handleGone(this, stored);
    return await stored;
  }

  /** Another process owns the session, or its end is not stored. The client is told to come back. Returns false. */
  drop(): false {
    if (this.isGone) return false;
    this.#socket.disconnect(comeBack('another process has this session'));
    this.#leave();
    this.#owner.handleGone(this, Promise.resolve());
    return false;
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
    if (this.people.arePresent) this.people.tick();
    if (!this.attached) return null;
    if (this.timers.silentMs(now) >= silenceLimitMs) return this.#loseClient(silent);
    // Browsers slow down the timers of a hidden page, but answer this ping themselves.
    if (this.timers.takeProbe(now)) this.#socket.ping();
    if (this.timers.isIdle(now) && !this.conversation.isBusy) return this.finish('timeout', 'limit');
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

  /** Stores who answers. What waits for a person or behind one is stored with them, because it may wait for long. */
  async savePerson(): Promise<boolean> {
    this.#storage.takeUtterances();
    return await this.save();
  }

  /** Stores the session and the events in one transaction. False if nothing was stored. */
  async save(events: readonly StoredEvent[] = []): Promise<boolean> {
    return !this.isGone && (await this.#storage.write(events));
  }

  /** Stores pending utterances, because they may have to wait for longer than this process lives. */
  async saveUtterances(): Promise<boolean> {
    return !this.#storage.takeUtterances() || (await this.save());
  }

  #loseClient(close: SocketClose): Promise<boolean> {
    this.#disconnectClient(close);
    return this.#stepLink({ kind: 'lost', returns: this.#storage.reconnects });
  }

  /** Another process has the session from now on. */
  #leave(): void {
    this.isGone = true;
    this.conversation.stop();
    this.people.stop();
  }

  /** Disconnects the client. False if there was none. */
  #disconnectClient(close: SocketClose): boolean {
    if (!this.#socket.disconnect(close)) return false;
    this.conversation.detach();
    this.#storage.takeUtterances();
    return true;
  }

  /** Stores everything that was said and asked first, because the next owner reads it from the database. */
  async #storeFor(nextOwner: string): Promise<boolean> {
    await settleWithin(this.#login.settled(), loginLimitMs);
    await this.conversation.settled();
    this.#storage.takeUtterances();
    const now = this.#deps.clock.now();
    const lost = { kind: 'lost', returns: true } as const;
    const { link, events } = stepLink(this.#link, lost, now, this.identity.maxDurationSeconds);
    this.#link = link;
    return await this.#storage.write(this.events.fromLink(events, now), nextOwner);
  }

  async #endBy(input: LinkInput): Promise<boolean> {
    if (this.ended) return false;
    await this.#stepLink(input);
    return this.ended;
  }

  /** False if a changed link could not be stored. */
  async #stepLink(input: LinkInput): Promise<boolean> {
    const now = this.#deps.clock.now();
    const step = stepLink(this.#link, input, now, this.identity.maxDurationSeconds);
    if (step.link === this.#link) return true;
    this.#link = step.link;
    const events = this.events.fromLink(step.events, now);
    if (step.link.kind !== 'ended') this.people.handleLink(step.link);
    return await (step.link.kind === 'ended' ? this.#close(step.link, events) : this.save(events));
  }

  async #close(link: Link & { kind: 'ended' }, events: readonly StoredEvent[]): Promise<boolean> {
    this.conversation.close();
    this.people.handleLink(link);
    const stored = this.#storeEnd(link, events);
    this.#owner.handleGone(this, stored);
    if (!(await stored)) return this.drop();
    this.#socket.close({ type: 'end', reason: link.reason }, closeCodes.ended, link.reason);
    // LOGOUT must not overtake a LOGIN that is on its way, nor the copy of the last turn for a shadow.
    const settled = Promise.allSettled([this.#login.settled(), this.conversation.settled()]);
    void settled.then(() => this.#deps.handleEnded(this.identity, this.#login.mayHaveArrived));
    return true;
  }

  async #storeEnd(link: Link & { kind: 'ended' }, events: readonly StoredEvent[]): Promise<boolean> {
    const { reason, by } = link;
    const duration = Math.floor(connectedMs(link, link.at) / 1000);
    const details = { reason, duration, turns: this.conversation.questions, ended_by: by };
    return await this.#storage.write([...events, ...(await this.events.ofChange('session:ended', details))]);
  }
}
