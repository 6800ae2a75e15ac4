import { closeCodes, type DisconnectReason, type ServerFrame, type SessionState } from '@parley/protocol';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { CallbackMessage, CallbackOutcome } from '../../bus/index.ts';
import type { StoredEvent } from '../../webhooks/index.ts';
import type { UserFacts } from '../conversation/brain.ts';
import { Talk } from '../conversation/conversation-runner.ts';
import { admission, afterFrame, afterJoin, type Passes } from '../identity/session-credentials.ts';
import { type Link, type LinkInput, linkDeadline, stepLink } from '../link/link.ts';
import { columnsOf, type Platform, type SessionIdentity } from '../store/session-row.ts';
import { Patience } from './activity-timers.ts';
import { News } from './event-publisher.ts';
import { Opening } from './login-handshake.ts';
import type { ClientSocket, SessionContext } from './session-deps.ts';
import { SessionLimits } from './session-limits.ts';
import type { SessionStart, Wants } from './session-start.ts';
import { SessionWire } from './socket-link.ts';

/** The thin shell around the link of one session: sockets that come and go, its row, its end. */
export class LiveSession {
  readonly identity: SessionIdentity;
  readonly user: UserFacts;
  readonly context: SessionContext;
  readonly opening: Opening;
  readonly news: News;
  readonly limits: SessionLimits;
  readonly patience: Patience;
  readonly talk: Talk;
  private readonly wire = new SessionWire();
  private readonly onGone: SessionStart['onGone'];
  private readonly onEnded: SessionStart['onEnded'];
  private passes: Passes;
  private link: Link;
  private platform: Platform;
  /** What waits for a user who is away, as it is on disk. */
  private unsaid: string | null;
  /** The highest number among the frames that clients of this session have counted. */
  private lastTaken = 0;

  constructor(context: SessionContext, start: SessionStart) {
    const { ticketHash, resumeHash, oldResumeHash } = start;
    this.context = context;
    this.identity = start.identity;
    this.user = start.user;
    this.link = start.link;
    this.platform = start.platform;
    this.unsaid = start.unsaid;
    this.passes = { ticketHash, resumeHash, oldResumeHash };
    this.onGone = start.onGone;
    this.onEnded = start.onEnded;
    this.patience = new Patience(context.clock.now());
    this.limits = new SessionLimits(context.clock);
    this.news = new News(this, start.lastSequence);
    this.opening = new Opening(this, start.login);
    this.talk = new Talk(this, start);
  }

  get ended(): boolean {
    return this.link.kind === 'ended';
  }

  get attached(): boolean {
    return this.wire.attached;
  }

  /** What `GET /session/query` tells. */
  state(): SessionState {
    return {
      avatarStatus: this.talk.status,
      avatarId: this.identity.avatarId,
      userId: this.identity.visitorId,
      lastActivityAt: this.patience.lastActivityAt,
    };
  }

  /** Whether a ticket or a resume secret, given by their hashes, opens this session now. */
  admits(ticketHash: string | null, secretHash: string | null): 'fresh' | 'resumed' | null {
    return admission(this.passes, ticketHash, secretHash);
  }

  /** Whether frames of this socket still count: one that was replaced or given up has no say any more. */
  listensTo(socket: ClientSocket): boolean {
    return !this.ended && this.wire.isOf(socket);
  }

  /** A frame of the client's: it is there, and has the secret that came with its welcome. */
  touch(): void {
    this.patience.active(this.context.clock.now());
    this.passes = afterFrame(this.passes);
  }

  /** The client's browser answered: it is there, though its page may sleep. */
  seen(): void {
    this.patience.seen(this.context.clock.now());
  }

  /** Confirms a counted frame; false where it was taken before, and came again as its receipt was lost. */
  takesFirst(id: number): boolean {
    this.send({ type: 'ack', id });
    if (id <= this.lastTaken) return false;
    this.lastTaken = id;
    return true;
  }

  /** A socket proved itself. Settles when the join is on disk; false where it was overtaken in the meantime. */
  async join(socket: ClientSocket, usedHash: string | null, nextHash: string): Promise<boolean> {
    if (this.ended) return false;
    this.detach()?.close(closeCodes.replaced, 'a newer connection took over');
    this.wire.take(socket);
    this.unsaid = null;
    this.passes = afterJoin(this.passes, usedHash, nextHash);
    this.patience.active(this.context.clock.now());
    const avatar = await this.avatar();
    this.opening.prepare(avatar);
    this.patience.idleLimitMs = (avatar?.avatar.idleTimeout ?? 0) * 1000;
    if (!this.listensTo(socket)) return false;
    await this.stepLink({ kind: 'joined' });
    return this.listensTo(socket);
  }

  /** The join is on disk: from here on frames may flow. */
  begin(
    socket: ClientSocket,
    { version, resume, resumed, wants }: { version: number; resume: string; resumed: boolean; wants: Wants },
  ): void {
    if (!this.listensTo(socket)) return;
    const { status } = this.talk;
    this.talk.statusView.begin(status);
    this.wire.welcome({
      type: 'welcome',
      version,
      sessionId: this.identity.id,
      resume,
      resumed,
      status,
      maxSessionDuration: this.identity.maxDurationSeconds,
      taken: this.lastTaken,
      hearing: this.context.hearingTokenOf(this.identity.id),
    });
    this.wire.wantsEvents = wants.events ?? false;
    if (this.link.kind === 'connected') this.news.tellConnected(this.link.since);
    this.patience.talked(this.context.clock.now());
    this.talk.step({ kind: 'attached' });
    // Where this fails, the next question tries again and says so.
    void this.opening.ensure()?.catch(() => {});
  }

  /** The socket is gone without a goodbye. */
  async lose(socket: ClientSocket): Promise<void> {
    if (!this.wire.isOf(socket)) return;
    this.detach();
    await this.stepLink({ kind: 'lost' });
  }

  /** The service before this one was killed while this session was connected. */
  async noticeCrash(): Promise<void> {
    if (this.link.kind !== 'dropped') return;
    const now = this.context.clock.now();
    const durationSeconds = Math.floor(this.link.before.connectedMs / 1000);
    const dropped = {
      state: 'disconnected',
      reason: 'timeout',
      willReconnect: true,
      durationSeconds,
    } as const;
    await this.save(this.news.ofLink([dropped], now));
  }

  /** The service is about to stop: the client is told to come back, and the session to wait for it. */
  async suspend(afterMs: number): Promise<void> {
    this.send({ type: 'restart', afterMs });
    const socket = this.detach();
    socket?.close(closeCodes.restart, 'the service restarts');
    await (socket === null ? this.saveUnsaid() : this.stepLink({ kind: 'lost' }));
  }

  /** Ends the session; true for the one call that did. */
  async finish(reason: DisconnectReason): Promise<boolean> {
    return await this.endBy({ kind: 'finish', reason });
  }

  /** Looks at the clock: what has run out, runs out here. Null where there is nothing to wait for. */
  tick(silenceLimitMs: number): Promise<unknown> | null {
    const now = this.context.clock.now();
    const deadline = linkDeadline(this.link, this.identity.maxDurationSeconds);
    if (deadline !== null && now >= deadline) return this.endBy({ kind: 'tick' });
    if (this.attached && this.patience.silentMs(now) >= silenceLimitMs) {
      this.detach()?.close(closeCodes.silent, 'nothing was heard for too long');
      return this.stepLink({ kind: 'lost' });
    }
    // Browsers slow a hidden page's pings down, but answer these themselves.
    if (this.attached && this.patience.asksForSign(now)) this.wire.ping();
    const rests = this.attached && !this.talk.busy && !this.talk.isSpeaking;
    if (rests && this.patience.isIdle(now)) return this.finish('timeout');
    if (this.patience.isPlaybackOverdue(now)) this.talk.assumePlayed();
    return null;
  }

  async callback(message: CallbackMessage): Promise<CallbackOutcome> {
    if (this.ended) return 'ended';
    if (!this.talk.takeCallback(message)) return 'too-many';
    // It may have to wait longer than this process lives.
    if (!this.attached) await this.saveUnsaid();
    return 'taken';
  }

  setPlatform(platform: Platform): void {
    if (platform === this.platform) return;
    this.platform = platform;
    void this.news.raise('platform:state-changed', { platform });
  }

  send(frame: ServerFrame): void {
    this.wire.send(frame);
  }

  sendSound(bytes: Uint8Array): void {
    this.wire.sendBinary(bytes);
  }

  /** As its sessions need it; null where there is none, or where the database cannot tell. */
  avatar(): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null {
    const found = this.context.avatar(this.identity.avatarId);
    if (!(found instanceof Promise)) return found;
    return found.catch((error: unknown) => {
      const { avatarId, id: sessionId } = this.identity;
      this.context.log.error({ err: error, avatarId, sessionId }, 'an avatar could not be read');
      return null;
    });
  }

  get tellsEvents(): boolean {
    return this.wire.wantsEvents;
  }

  /** Tells the client what webhooks are told, if it wants to know. */
  tellEvent(name: string, details: Readonly<globalThis.Record<string, unknown>>): void {
    if (this.wire.wantsEvents) this.send({ type: 'event', name, details });
  }

  /** Brings the row up to date; the events are written with it. */
  async save(events: readonly StoredEvent[] = []): Promise<void> {
    const { link, identity } = this;
    const ended = link.kind === 'ended';
    const wasConnected = ended && link.before !== null;
    await this.context.writer.write({
      row: {
        id: identity.id,
        ...columnsOf(link),
        ...this.passes,
        login: this.opening.state,
        logout: ended && this.opening.mayHaveArrived ? 'due' : 'none',
        transcript: wasConnected ? 'due' : 'none',
        lastSequence: this.news.lastSequence,
        unsaid: this.unsaid,
        tags: this.talk.registeredTags.pack(),
      },
      events,
    });
  }

  /** Gives the socket that there was, for its close. */
  private detach(): ClientSocket | null {
    const socket = this.wire.release();
    if (socket === null) return null;
    this.talk.detach();
    this.unsaid = this.talk.unsaid();
    return socket;
  }

  private async saveUnsaid(): Promise<void> {
    const unsaid = this.talk.unsaid();
    if (unsaid === this.unsaid) return;
    this.unsaid = unsaid;
    await this.save();
  }

  private async endBy(input: LinkInput): Promise<boolean> {
    if (this.ended) return false;
    await this.stepLink(input);
    return this.ended;
  }

  private async stepLink(input: LinkInput): Promise<void> {
    const now = this.context.clock.now();
    const { link, news } = stepLink(this.link, input, now, this.identity.maxDurationSeconds);
    if (link === this.link) return;
    this.link = link;
    const events = this.news.ofLink(news, now);
    if (link.kind === 'ended') await this.close(link.reason, events);
    else await this.save(events);
  }

  private async close(reason: DisconnectReason, events: readonly StoredEvent[]): Promise<void> {
    this.talk.close();
    this.onGone(this);
    await this.save(events);
    this.wire.close({ type: 'end', reason }, closeCodes.ended, reason);
    // A LOGIN that is still on its way must not be overtaken by the LOGOUT.
    void this.opening.settled().then(() => this.onEnded(this));
  }
}
