import {
  createGateway,
  type EndpointSettings,
  type Exchange,
  type Gateway,
  recordingOutbound,
} from '../../brain/index.ts';
import { newSessionId, systemClock } from '../../kernel/index.ts';
import type { BrainNote, UserFacts } from '../../live/index.ts';
import type { Outbound, OutboundByAccount } from '../../outbound/index.ts';
import { askBrain } from './ask-brain.ts';
import type { CallbackListener } from './callback-listener.ts';

export type EndpointTarget = {
  readonly url: string;
  readonly key: string | null;
  readonly chatTimeoutMs: number;
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

type Action = 'LOGIN' | 'CHAT' | 'LOGOUT';

/** One LOGIN, CHAT or LOGOUT with what the gateway made of the answer. */
export type PlayedStep = {
  readonly action: Action;
  readonly problem: string | null;
  /** False if no byte of any request may have arrived. */
  readonly reached: boolean;
  readonly reply: string;
  /** More than one if it was repeated, or if a CHAT needed a new LOGIN. */
  readonly exchanges: readonly Exchange[];
};

type ChatOptions = {
  readonly heard?: string | null;
  readonly signal?: AbortSignal;
  /** Called with the whole reply so far. Returns true to interrupt it. */
  readonly isEnough?: (reply: string) => boolean;
};

const account = 'check';
const avatarId = 1;

/** The service's side of one session, played with the gateway that serves real sessions. */
export class PlayedSession {
  readonly sessionId: string;
  readonly #target: EndpointTarget;
  readonly #endsCallbacks: boolean;
  readonly #gateway: Gateway;
  readonly #settings: EndpointSettings;
  readonly #user: UserFacts;
  readonly #exchanges: Exchange[] = [];
  readonly #onStep: (step: PlayedStep) => void;

  constructor(
    target: EndpointTarget,
    changes: SessionChanges = {},
    onStep: (step: PlayedStep) => void = () => {},
  ) {
    const { url, chatTimeoutMs, callbacks, outbound } = target;
    const { key = target.key, sendsHeard = false, alter } = changes;
    this.#target = target;
    this.#onStep = onStep;
    this.#endsCallbacks = isOrdinary(changes);
    this.sessionId = changes.sessionId ?? newSessionId();
    this.#settings = { accountId: account, url, key, chatTimeoutMs, sendsHeard };
    this.#user = { ...visitor, sessionId: this.sessionId, lastSeenMs: Date.now(), ...changes.facts };
    const secrets = [hiddenPart(target.key), callbacks.tokenOf(this.sessionId)];
    const recording = recordingOutbound(outbound.forAccount(account), systemClock, this.#exchanges, secrets);
    this.#gateway = createGateway({
      outbound: { forAccount: () => (alter === undefined ? recording : altering(recording, alter)) },
      callbackUrl: callbacks.url,
      authTokenOf: (sessionId) => callbacks.tokenOf(sessionId),
      clock: systemClock,
    });
  }

  async login(): Promise<PlayedStep> {
    const { callbacks, signal } = this.#target;
    callbacks.open(this.sessionId);
    const result = await this.#brain.open(this.#user, signal);
    if (result.outcome === 'open') return this.#step('LOGIN', null);
    return this.#step('LOGIN', problemIn(result.note), result.outcome === 'refused' || result.reached);
  }

  async chat(message: string, { heard = null, signal, isEnough }: ChatOptions = {}): Promise<PlayedStep> {
    const ending = this.#target.signal;
    const asked = await askBrain(this.#brain, {
      user: this.#user,
      message,
      heard,
      signal: signal === undefined ? ending : AbortSignal.any([signal, ending]),
      isEnough,
    });
    return this.#step('CHAT', asked.problem, asked.reached, asked.reply);
  }

  async logout(): Promise<PlayedStep> {
    const { callbacks, signal } = this.#target;
    const result = await this.#gateway.logout(avatarId, this.sessionId, this.#settings, signal);
    if (this.#endsCallbacks) callbacks.end(this.sessionId);
    return this.#step('LOGOUT', result.outcome === 'acknowledged' ? null : problemIn(result.note));
  }

  get #brain() {
    return this.#gateway.brain(avatarId, this.#settings);
  }

  #step(action: Action, problem: string | null, reached = true, reply = ''): PlayedStep {
    const step = { action, problem, reached, reply, exchanges: this.#exchanges.splice(0) };
    this.#onStep(step);
    return step;
  }
}

/** Whether the endpoint gets what every session sends. */
export const isOrdinary = ({ alter, key }: SessionChanges): boolean =>
  alter === undefined && key === undefined;

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
