import type { FairShares } from '../../kernel/index.ts';
import type { ConversationRecorderDeps } from './conversation-recorder.ts';
import type { SpeakerDeps, SpeakerOutput } from './speech/speaker.ts';
import type { ConversationInput } from './state/conversation.ts';
import type { StatusOutput } from './status-publisher.ts';
import type { TurnRunnerDeps, TurnSession } from './turns/turn-runner.ts';
import type { TraceDeps } from './turns/turn-traces.ts';

export type ConversationDeps = ConversationRecorderDeps &
  SpeakerDeps &
  TurnRunnerDeps &
  TraceDeps & {
    /** How much of what waits to be asked or said each account keeps in memory. */
    readonly queueShares: FairShares;
  };

/** What is said besides replies, if it is more than a text. */
export type Announcement = Partial<Pick<ConversationInput & { kind: 'announce' }, 'words' | 'interrupt'>> & {
  readonly traceparent?: string;
};

/** What a conversation needs from its session. */
export interface ConversationOwner extends StatusOutput, SpeakerOutput, TurnSession {
  readonly ended: boolean;
  readonly attached: boolean;
  readonly timers: { noteMessage(): void };
  /** Stores who answers, and what waits for them or behind them. */
  savePerson(): Promise<unknown>;
  readonly personRequests: { add(reason: string, from: 'avatar'): Promise<void> };
}
