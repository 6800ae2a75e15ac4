import {
  type AvatarStatus,
  closeCodes,
  type DisconnectReason,
  type DurableEventName,
  type EventDetails,
  type ExtendedEventName,
  type ServerFrame,
  type SessionState,
} from '@parley/protocol';
import { type CallbackMessage, type CallbackOutcome, nextArrival } from '../bus/index.ts';
import { makeEvent, type StoredEvent } from '../webhooks/index.ts';
import type { UserFacts } from './brain-seam.ts';
import { type Conversation, type ConversationInput, newConversation, statusOf } from './conversation.ts';
import { stepConversation } from './conversation-step.ts';
import { type Link, type LinkInput, linkDeadline, stepLink } from './link.ts';
import { Opening } from './opening.ts';
import { readSaid } from './said-items.ts';
import type { ClientSocket, SessionContext } from './session-context.ts';
import { connectionDetails, connectionEvent, sourceOf, whoOf } from './session-events.ts';
import { Record } from './session-record.ts';
import { columnsOf, type LoginState, type SessionIdentity } from './session-row.ts';
import { Turns } from './turns.ts';

export type SessionStart = {
  readonly identity: SessionIdentity;
  readonly user: UserFacts;
  readonly link: Link;
  readonly ticketHash: string | null;
  readonly resumeHash: string;
  readonly oldResumeHash: string | null;
  readonly login: LoginState;
  readonly lastSequence: number;
  readonly lastMessage: number;
  readonly lastTurn: number;
  /** At once, so that nobody finds it any more. */
  readonly onGone: (session: LiveSession) => void;
  /** When the end is on disk. */
  readonly onEnded: (session: LiveSession) => void;
};

const messageRule = { burst: 20, rate: 5 };
const maxWaitingDetached = 20;
const maxWaitingAttached = 200;

/** The thin shell around a link and a conversation: it moves frames, asks the brain and keeps the record. */
export class LiveSession {
  readonly identity: SessionIdentity;
  readonly user: UserFacts;
  readonly context: SessionContext;
  readonly record: Record;
  readonly opening: Opening;
  lastActivityAt: number | null = null;
  lastFrameAt: number;
  resumeHash: string;
  /** The secret before, good until the client shows that it knows the new one: a welcome may get lost. */
  oldResumeHash: string | null;
  ticketHash: string | null;
  tags: Map<string, string> | null = null;
  microphoneOpen = false;
  private platform: 'native' | 'media-stream' = 'native';
  private readonly turns: Turns;
  private readonly onGone: SessionStart['onGone'];
  private readonly onEnded: SessionStart['onEnded'];
  private link: Link;
  private conversation: Conversation;
  private socket: ClientSocket | null = null;
  private lastSequence: number;
  private shownStatus: AvatarStatus = 'UNLOADED';
  private messageArrival = 0;
  private playbackDeadline: number | null = null;
  private greeted: boolean;
  private progressToldAt = 0;
  private idleLimitMs = 0;
  private lastMessageAt: number;

  constructor(context: SessionContext, start: SessionStart) {
    this.context = context;
    this.identity = start.identity;
    this.user = start.user;
    this.link = start.link;
    this.conversation = { ...newConversation, lastTurn: start.lastTurn };
    this.ticketHash = start.ticketHash;
    this.resumeHash = start.resumeHash;
    this.oldResumeHash = start.oldResumeHash;
    this.lastSequence = start.lastSequence;
    this.onGone = start.onGone;
    this.onEnded = start.onEnded;
    this.lastFrameAt = context.clock.now();
    this.lastMessageAt = this.lastFrameAt;
    this.greeted = start.link.kind !== 'waiting';
    this.record = new Record(this, start.lastMessage);
    this.opening = new Opening(this, start.login);
    this.turns = new Turns(this);
  }

  get ended(): boolean {
    return this.link.kind === 'ended';
  }

  get linkKind(): Link['kind'] {
    return this.link.kind;
  }

  get attached(): boolean {
    return this.socket !== null;
  }

  get busy(): boolean {
    return this.conversation.asking !== null;
  }

  /** What `GET /session/query` tells. */
  state(): SessionState {
    return {
      avatarStatus: statusOf(this.conversation),
      avatarId: this.identity.avatarId,
      userId: this.identity.visitorId,
      lastActivityAt: this.lastActivityAt,
    };
  }

  /** Whether a client that comes back may have this session. */
  isResumeHash(hash: string): boolean {
    return hash === this.resumeHash || hash === this.oldResumeHash;
  }

  touch(): void {
    const now = this.context.clock.now();
    this.lastFrameAt = now;
    this.lastActivityAt = now;
  }

  /** A socket proved itself. Settles when the join is on disk; then the caller may welcome the client. */
  async join(socket: ClientSocket, resumeHash: string): Promise<boolean> {
    if (this.ended) return false;
    const replaced = this.socket;
    this.detach();
    this.socket = socket;
    this.oldResumeHash = this.resumeHash;
    this.resumeHash = resumeHash;
    this.ticketHash = null;
    this.touch();
    replaced?.close(closeCodes.replaced, 'a newer connection took over');
    await this.opening.prepare();
    await this.stepLink({ kind: 'joined' });
    return this.socket === socket && !this.ended;
  }

  /** After the welcome has been sent: from here on frames may flow. */
  async begin(): Promise<void> {
    if (this.ended) return;
    this.step({ kind: 'attached' });
    const avatar = await this.context.avatar(this.identity.avatarId);
    this.idleLimitMs = (avatar?.avatar.idleTimeout ?? 0) * 1000;
    // Where this fails, the next question tries again and says so.
    await this.opening.ensure()?.catch(() => {});
  }

  /** The socket is gone without a goodbye. A socket that was replaced has no say any more. */
  async lose(socket: ClientSocket): Promise<void> {
    if (this.socket !== socket) return;
    this.detach();
    await this.stepLink({ kind: 'lost' });
  }

  /** The service before this one was killed while this session was connected. */
  async noticeCrash(): Promise<void> {
    if (this.link.kind !== 'dropped') return;
    const now = this.context.clock.now();
    const durationSeconds = Math.floor(this.link.before.connectedMs / 1000);
    this.lastSequence += 1;
    const news = { state: 'disconnected', reason: 'timeout', willReconnect: true, durationSeconds } as const;
    await this.save([connectionEvent(this.identity, this.lastSequence, news, now)]);
  }

  /** The service is about to stop: the client is told to come back, and the session to wait for it. */
  async suspend(afterMs: number): Promise<void> {
    const { socket } = this;
    if (socket === null) return;
    this.send({ type: 'restart', afterMs });
    socket.close(closeCodes.restart, 'the service restarts');
    await this.lose(socket);
  }

  private detach(): void {
    if (this.socket === null) return;
    this.socket = null;
    this.step({ kind: 'detached' });
  }

  /** Ends the session; true for the one call that did. */
  async finish(reason: DisconnectReason): Promise<boolean> {
    return await this.endBy({ kind: 'finish', reason });
  }

  /** Looks at the clock: what has run out, runs out here. */
  async tick(silenceLimitMs: number): Promise<void> {
    const now = this.context.clock.now();
    if (this.playbackDeadline !== null && now >= this.playbackDeadline) this.assumePlayed();
    const { socket } = this;
    if (socket !== null && now - this.lastFrameAt >= silenceLimitMs) {
      socket.close(closeCodes.silent, 'nothing was heard for too long');
      await this.lose(socket);
    }
    if (
      this.idleLimitMs > 0 &&
      this.link.kind === 'connected' &&
      now - this.lastMessageAt >= this.idleLimitMs
    ) {
      await this.finish('timeout');
    }
    const deadline = linkDeadline(this.link, this.identity.maxDurationSeconds);
    if (deadline !== null && now >= deadline) await this.endBy({ kind: 'tick' });
  }

  /** Within 5 a second, 20 at once. */
  mayAsk(): boolean {
    const next = nextArrival(this.messageArrival, this.context.clock.monotonicMs(), messageRule);
    if (next === null) return false;
    this.messageArrival = next;
    this.lastMessageAt = this.context.clock.now();
    return true;
  }

  mayTellProgress(progress: number): boolean {
    const now = this.context.clock.now();
    if (progress > 0 && progress < 1 && now - this.progressToldAt < 1_000) return false;
    this.progressToldAt = now;
    return true;
  }

  step(input: ConversationInput): void {
    const { conversation, effects } = stepConversation(this.conversation, input);
    this.conversation = conversation;
    this.showStatus();
    for (const effect of effects) {
      if (effect.kind === 'send') this.send(effect.frame);
      else if (effect.kind === 'ask') this.turns.ask(effect.turn);
      else if (effect.kind === 'abandon') this.turns.abandon(effect.turn);
      else this.record.said(effect);
    }
    this.watchPlayback();
  }

  get isSpeaking(): boolean {
    return this.conversation.speaking !== null;
  }

  async open(): Promise<void> {
    this.step({ kind: 'opened' });
    if (this.greeted) return;
    this.greeted = true;
    const greeting = (await this.context.avatar(this.identity.avatarId))?.avatar.greeting ?? '';
    if (greeting !== '' && !this.ended) this.announce('greeting', greeting, false);
  }

  announce(as: 'callback' | 'say' | 'greeting', text: string, interrupt: boolean): void {
    const items = readSaid(text, this.tags ?? noTags, (tag) => this.noteUnknownTag(tag));
    const turn = this.conversation.lastTurn + 1;
    this.record.announced(turn, as);
    this.step({ kind: 'announce', as, items, interrupt, turn });
  }

  async callback({ message, interrupt }: CallbackMessage): Promise<CallbackOutcome> {
    if (this.ended) return 'ended';
    const limit = this.attached ? maxWaitingAttached : maxWaitingDetached;
    if (this.conversation.toSay.length >= limit) return 'too-many';
    this.announce('callback', message, interrupt);
    return 'taken';
  }

  setPlatform(platform: 'native' | 'media-stream'): void {
    if (platform === this.platform) return;
    this.platform = platform;
    void this.raise('platform:state-changed', { platform });
  }

  noteUnknownTag(tag: string): void {
    this.context.log.debug({ sessionId: this.identity.id, tag }, 'a tag that nobody registered was dropped');
  }

  send(frame: ServerFrame): void {
    this.socket?.send(JSON.stringify(frame));
  }

  /** Writes an event that is true now, and tells the client the same. */
  async raise<N extends DurableEventName>(
    name: N,
    details: Omit<EventDetails[N], keyof ReturnType<typeof whoOf>>,
  ) {
    if (this.ended) return;
    const full = {
      ...whoOf(this.identity, this.context.clock.now()),
      ...details,
    } as unknown as EventDetails[N];
    this.lastSequence += 1;
    const event = makeEvent(sourceOf(this.identity, this.lastSequence), name, full);
    this.send({ type: 'event', name, details: full });
    await this.save([event]);
  }

  /** Tells of something small, where the account wants to know; nobody waits for it. */
  report<N extends ExtendedEventName>(
    name: N,
    details: Omit<EventDetails[N], keyof ReturnType<typeof whoOf>>,
  ): void {
    const wanted = this.context.extended.wants(this.identity.accountId, name);
    if (wanted === false || this.ended) return;
    const who = whoOf(this.identity, this.context.clock.now());
    const full = { ...who, ...details } as unknown as EventDetails[N];
    const write = () => {
      this.lastSequence += 1;
      const event = makeEvent(sourceOf(this.identity, this.lastSequence), name, full);
      this.context.extended.write(event).catch((error: unknown) => {
        this.context.log.warn({ err: error, sessionId: this.identity.id, event: name }, 'an event was lost');
      });
    };
    if (wanted === true) write();
    else void wanted.then((yes) => yes && write());
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
        ticketHash: this.ticketHash,
        resumeHash: this.resumeHash,
        oldResumeHash: this.oldResumeHash,
        login: this.opening.state,
        logout: ended && this.opening.mayHaveArrived ? 'due' : 'none',
        transcript: wasConnected ? 'due' : 'none',
        lastSequence: this.lastSequence,
      },
      events,
    });
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
    const events = news.map((entry) => {
      this.lastSequence += 1;
      return connectionEvent(this.identity, this.lastSequence, entry, now);
    });
    for (const entry of news) {
      const details = connectionDetails(this.identity, entry, now);
      if (entry.state === 'disconnected')
        this.send({ type: 'event', name: 'connection:state-changed', details });
    }
    if (link.kind === 'ended') await this.close(link.reason, events);
    else await this.save(events);
  }

  private async close(reason: DisconnectReason, events: readonly StoredEvent[]): Promise<void> {
    this.turns.stop();
    this.opening.stop();
    this.record.closed(this.conversation);
    this.onGone(this);
    await this.save(events);
    this.onEnded(this);
    this.send({ type: 'end', reason });
    this.socket?.close(closeCodes.ended, reason);
    this.socket = null;
  }

  private showStatus(): void {
    const status = statusOf(this.conversation);
    if (status === this.shownStatus) return;
    this.report('avatar:state-changed', {
      state: status.toLowerCase(),
      previous_state: this.shownStatus.toLowerCase(),
    });
    this.shownStatus = status;
    this.send({ type: 'status', status });
  }

  /** Playing takes about as long as speaking; far beyond that the client will not report any more. */
  private watchPlayback(): void {
    const { speaking } = this.conversation;
    if (speaking === null || !speaking.closed) {
      this.playbackDeadline = null;
      return;
    }
    const characters = speaking.items.reduce(
      (sum, item) => sum + (item.kind === 'sentence' ? item.text.length : 0),
      0,
    );
    this.playbackDeadline ??= this.context.clock.now() + 15_000 + characters * 200;
  }

  private assumePlayed(): void {
    const { speaking } = this.conversation;
    this.playbackDeadline = null;
    if (speaking === null) return;
    this.step({ kind: 'played', utterance: speaking.id, sentences: speaking.items.length, done: true });
  }
}

const noTags: ReadonlyMap<string, string> = new Map();
