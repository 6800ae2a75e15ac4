import {
  contractGaps,
  createGateway,
  type EndpointSettings,
  type Exchange,
  type Gateway,
  recordingOutbound,
} from '../../brain/index.ts';
import { newSessionId, systemClock } from '../../kernel/index.ts';
import { BrainFailure, type BrainNote, newTimes, type UserFacts } from '../../live/index.ts';
import type { Outbound, OutboundByAccount } from '../../outbound/index.ts';
import type { CallbackListener } from '../../rehearsal/index.ts';
import { evidenceOf } from '../../rehearsal/index.ts';
import { type Finding, failed, passed } from '../finding.ts';

export type PlayerOptions = {
  readonly url: string;
  readonly key: string | null;
  readonly chatTimeoutMs: number;
  /** A message after which the endpoint sends a callback; null if none is known. */
  readonly callbackMessage: string | null;
  readonly outbound: OutboundByAccount;
  readonly callbacks: CallbackListener;
  readonly signal: AbortSignal;
};

/** How a session differs from an ordinary one. */
export type SessionChanges = {
  readonly sessionId?: string;
  readonly key?: string | null;
  readonly facts?: Partial<UserFacts>;
  readonly sendsHeard?: boolean;
  /** Replaces each body just before it is sent. */
  readonly alter?: (body: string) => string;
};

/** One LOGIN, CHAT or LOGOUT with what the gateway made of the answer. */
export type Step = {
  readonly problem: string | null;
  /** False if no byte of any request may have arrived. */
  readonly reached: boolean;
  readonly reply: string;
  /** More than one if it was repeated, or if a CHAT needed a new LOGIN. */
  readonly exchanges: readonly Exchange[];
};

export const judge = ({ problem, exchanges }: Step): Finding =>
  problem === null ? passed : failed(problem, evidenceOf(exchanges.at(-1)));

/** What ordinary sessions have shown so far. */
type Observed = {
  readonly chats: Exchange[];
  readonly replies: string[];
  readonly gaps: Map<string, Exchange>;
};

const account = 'check';
const avatarId = 1;

/** Plays the service's side, with the gateway that serves real sessions. */
export class Player {
  readonly options: PlayerOptions;
  readonly observed: Observed = { chats: [], replies: [], gaps: new Map() };
  requests = 0;

  constructor(options: PlayerOptions) {
    this.options = options;
  }

  session(changes: SessionChanges = {}): PlayedSession {
    return new PlayedSession(this, changes);
  }

  /** Whether anything answers at the endpoint's address. */
  async isReachable(): Promise<boolean> {
    const session = this.session();
    const { reached } = await session.login();
    if (reached) await session.logout();
    return reached;
  }

  /** Opens an ordinary session, uses it, and ends it. A LOGIN that fails is the finding. */
  async inSession(use: (session: PlayedSession) => Promise<Finding>): Promise<Finding> {
    const session = this.session();
    const opening = await session.login();
    const finding = opening.problem === null ? await use(session) : judge(opening);
    await session.logout();
    return finding;
  }
}

export class PlayedSession {
  readonly sessionId: string;
  readonly #player: Player;
  readonly #isOrdinary: boolean;
  readonly #gateway: Gateway;
  readonly #settings: EndpointSettings;
  readonly #user: UserFacts;
  readonly #exchanges: Exchange[] = [];

  constructor(player: Player, changes: SessionChanges) {
    const { url, chatTimeoutMs, callbacks, outbound } = player.options;
    const { key = player.options.key, sendsHeard = false, alter } = changes;
    this.#player = player;
    this.#isOrdinary = alter === undefined && changes.key === undefined;
    this.sessionId = changes.sessionId ?? newSessionId();
    this.#settings = { accountId: account, url, key, chatTimeoutMs, sendsHeard };
    this.#user = { ...visitor, sessionId: this.sessionId, lastSeenMs: Date.now(), ...changes.facts };
    const secrets = [hiddenPart(player.options.key), callbacks.tokenOf(this.sessionId)];
    const recording = recordingOutbound(outbound.forAccount(account), systemClock, this.#exchanges, secrets);
    this.#gateway = createGateway({
      outbound: { forAccount: () => (alter === undefined ? recording : altering(recording, alter)) },
      callbackUrl: callbacks.url,
      authTokenOf: (sessionId) => callbacks.tokenOf(sessionId),
      clock: systemClock,
    });
  }

  async login(): Promise<Step> {
    const { callbacks, signal } = this.#player.options;
    callbacks.open(this.sessionId);
    const result = await this.#brain.open(this.#user, signal);
    if (result.outcome === 'open') return this.#step('LOGIN', null);
    return this.#step('LOGIN', problemIn(result.note), result.outcome === 'refused' || result.reached);
  }

  async chat(message: string, { heard = null, signal }: ChatOptions = {}): Promise<Step> {
    const ending = this.#player.options.signal;
    const times = newTimes(Date.now());
    const question = {
      user: this.#user,
      message,
      heard,
      recordedAs: null,
      times,
      context: [],
      traceparent: null,
    };
    let reply = '';
    try {
      const answer = await this.#brain.answer(
        question,
        signal === undefined ? ending : AbortSignal.any([signal, ending]),
      );
      for await (const piece of typeof answer === 'string' ? [answer] : answer) reply += piece;
      return this.#step('CHAT', null, true, reply);
    } catch (error) {
      if (!(error instanceof BrainFailure)) throw error;
      return this.#step('CHAT', error.message, times.sentAt !== null, reply);
    }
  }

  async logout(): Promise<Step> {
    const { callbacks, signal } = this.#player.options;
    const result = await this.#gateway.logout(avatarId, this.sessionId, this.#settings, signal);
    if (this.#isOrdinary) callbacks.end(this.sessionId);
    return this.#step('LOGOUT', result.outcome === 'acknowledged' ? null : problemIn(result.note));
  }

  get #brain() {
    return this.#gateway.brain(avatarId, this.#settings);
  }

  #step(action: string, problem: string | null, reached = true, reply = ''): Step {
    const exchanges = this.#exchanges.splice(0);
    const last = exchanges.at(-1);
    this.#player.requests += exchanges.length;
    if (this.#isOrdinary && problem === null && last !== undefined) this.#observe(action, last, reply);
    return { problem, reached, reply, exchanges };
  }

  #observe(action: string, exchange: Exchange, reply: string): void {
    const { chats, replies, gaps } = this.#player.observed;
    if (exchange.answer !== null)
      for (const gap of contractGaps(action, exchange.answer)) if (!gaps.has(gap)) gaps.set(gap, exchange);
    if (action !== 'CHAT') return;
    chats.push(exchange);
    replies.push(reply);
  }
}

type ChatOptions = { readonly heard?: string | null; readonly signal?: AbortSignal };

const visitor = {
  accountId: account,
  avatarId,
  userId: 'parley-check',
  userName: 'Parley check',
  locale: 'en-US',
  customString: null,
  accessToken: null,
  jwtToken: null,
} as const;

/** The body is altered before it is recorded, so the record shows what was really sent. */
const altering = (outbound: Outbound, alter: (body: string) => string): Outbound => ({
  ...outbound,
  request: (request) => outbound.request({ ...request, body: alter(String(request.body)) }),
  stream: (request) => outbound.stream({ ...request, body: alter(String(request.body)) }),
});

/** What is hidden of a key. A very short one is part of many words, so it is hidden only in its header. */
const hiddenPart = (key: string | null): string | null =>
  key !== null && key.length < 6 ? `Bearer ${key}` : key;

const problemIn = (note: BrainNote): string =>
  typeof note.problem === 'string' ? note.problem : 'Your endpoint did not answer as it should.';
