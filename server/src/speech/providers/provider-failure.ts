import { OutboundError } from '../../outbound/index.ts';
import { abortedFailure, SpeechFailure } from '../voice.ts';

/** What went wrong with a server outside, in a line that is fit for the account's owner. */
export function providerFailure(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return abortedFailure();
  if (error instanceof SpeechFailure) return error;
  if (!(error instanceof OutboundError))
    return new SpeechFailure('provider', 'The voice server could not be used.');
  if (error.stage === 'aborted') return abortedFailure();
  return new SpeechFailure(error.stage === 'timeout' ? 'timeout' : 'provider', error.message);
}

export function statusFailure(status: number): SpeechFailure {
  const hint =
    status === 401 || status === 403
      ? ' Check the key of the voice.'
      : status === 404
        ? ' Check the address, the model and the name of the voice.'
        : status === 429
          ? ' It is asked too often.'
          : '';
  return new SpeechFailure('provider', `The voice server answered ${status}.${hint}`);
}

export function silentFailure(): SpeechFailure {
  return new SpeechFailure('provider', 'The voice server answered without any sound.');
}
