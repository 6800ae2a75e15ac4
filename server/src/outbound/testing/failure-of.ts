import { OutboundError } from '../outbound-error.ts';

/** The failure that the promise must reject with. */
export async function failureOf(promise: Promise<unknown>): Promise<OutboundError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof OutboundError) return error;
    throw error;
  }
  throw new Error('expected a failure, but it succeeded');
}
