import { OutboundError } from '../outbound/index.ts';

export type HearingStage = 'timeout' | 'server' | 'aborted';

/** Why a recording was not transcribed. Visitors may read the message. */
export class HearingFailure extends Error {
  readonly stage: HearingStage;
  /** For the log and the account's owner: what the server did. */
  readonly detail: string;

  constructor(stage: HearingStage, detail: string) {
    super(
      stage === 'timeout'
        ? 'Understanding what you said took too long. Please say it again, or type.'
        : 'What you said could not be understood just now. Please type instead.',
    );
    this.stage = stage;
    this.detail = detail;
  }
}

export function hearingFailure(error: unknown): HearingFailure {
  if (error instanceof HearingFailure) return error;
  if (!(error instanceof OutboundError))
    return new HearingFailure('server', 'The transcription server could not be used.');
  const stage = error.stage === 'timeout' || error.stage === 'aborted' ? error.stage : 'server';
  return new HearingFailure(stage, error.message);
}
