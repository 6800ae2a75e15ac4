import { OutboundError } from '../../outbound/index.ts';
import { abortedFailure, SpeechFailure } from '../voice.ts';

/** Turns an error into a failure whose message the account's owner may read. */
export function providerFailure(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return abortedFailure();
  if (error instanceof SpeechFailure) return error;
  if (!(error instanceof OutboundError))
    return new SpeechFailure('provider', 'Could not use the voice server.');
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
          ? ' It gets too many requests.'
          : '';
  return new SpeechFailure('provider', `The voice server answered ${status}.${hint}`);
}

export function silentFailure(): SpeechFailure {
  return new SpeechFailure('provider', 'The voice server answered without sound.');
}

export const lateFailure = (): SpeechFailure =>
  new SpeechFailure('timeout', 'The voice server took too long.');
