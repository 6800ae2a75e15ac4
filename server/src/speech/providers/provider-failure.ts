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

const advice: Readonly<Record<number, string>> = {
  401: ' Check the key of the voice.',
  403: ' Check the key of the voice.',
  404: ' Check the address, the model and the name of the voice.',
  429: ' It gets too many requests.',
};

export const statusFailure = (status: number): SpeechFailure =>
  new SpeechFailure('provider', `The voice server answered ${status}.${advice[status] ?? ''}`);

export const silentFailure = (): SpeechFailure =>
  new SpeechFailure('provider', 'The voice server answered without sound.');

export const lateFailure = (): SpeechFailure =>
  new SpeechFailure('timeout', 'The voice server took too long.');
