import type { FairShares } from '../../kernel/index.ts';
import type { ConversationRecorderDeps } from './conversation-recorder.ts';
import type { SpeakerDeps, SpeakerOutput } from './speech/speaker.ts';
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

/** What a conversation needs from its session. */
export interface ConversationOwner extends StatusOutput, SpeakerOutput, TurnSession {
  readonly ended: boolean;
  readonly attached: boolean;
  /** Something was asked or said. */
  handleActivity(): void;
  readonly personRequests: { add(reason: string, from: 'avatar'): Promise<void> };
}
