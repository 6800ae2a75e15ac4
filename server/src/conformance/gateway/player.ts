import { contractGaps, type Exchange } from '../../brain/index.ts';
import {
  type EndpointTarget,
  evidenceOf,
  isOrdinary,
  PlayedSession,
  type PlayedStep,
  type SessionChanges,
} from '../../rehearsal/index.ts';
import { type Finding, failed, passed } from '../finding.ts';

export type PlayerOptions = EndpointTarget & {
  /** A message after which the endpoint sends a callback; null if none is known. */
  readonly callbackMessage: string | null;
};

export const judge = ({ problem, exchanges }: PlayedStep): Finding =>
  problem === null ? passed : failed(problem, evidenceOf(exchanges.at(-1)));

/** What ordinary sessions have shown so far. */
type Observed = {
  readonly chats: Exchange[];
  readonly replies: string[];
  readonly gaps: Map<string, Exchange>;
};

/** Plays sessions against one endpoint, and remembers what they have shown. */
export class Player {
  readonly options: PlayerOptions;
  readonly observed: Observed = { chats: [], replies: [], gaps: new Map() };
  requests = 0;

  constructor(options: PlayerOptions) {
    this.options = options;
  }

  session(changes: SessionChanges = {}): PlayedSession {
    return new PlayedSession(this.options, changes, (step) => this.#handleStep(step, isOrdinary(changes)));
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

  #handleStep({ action, problem, reply, exchanges }: PlayedStep, wasOrdinary: boolean): void {
    const { chats, replies, gaps } = this.observed;
    const last = exchanges.at(-1);
    this.requests += exchanges.length;
    if (!wasOrdinary || problem !== null || last === undefined) return;
    if (last.answer !== null)
      for (const gap of contractGaps(action, last.answer)) if (!gaps.has(gap)) gaps.set(gap, last);
    if (action !== 'CHAT') return;
    chats.push(last);
    replies.push(reply);
  }
}
