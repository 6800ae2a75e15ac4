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
        ? 'Understanding you took too long. Please say it again, or type.'
        : 'Could not understand you just now. Please type instead.',
    );
    this.stage = stage;
    this.detail = detail;
  }
}

export function hearingFailure(error: unknown): HearingFailure {
  if (error instanceof HearingFailure) return error;
  if (!(error instanceof OutboundError))
    return new HearingFailure('server', 'Could not use the transcription server.');
  const stage = error.stage === 'timeout' || error.stage === 'aborted' ? error.stage : 'server';
  return new HearingFailure(stage, error.message);
}
