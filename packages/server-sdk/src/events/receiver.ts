import type { EventMessage } from '@parley/protocol/contract';
import { askStore, HandlerTimeout, within } from '../http/time-limit.ts';
import { parseObject, readBody, report, type WebHandler } from '../http/web-handler.ts';
import { memoryOfEvents, type SeenEvents } from './seen-events.ts';
import { isRecent, isSignedBy, secretBytes, signedHeaders } from './signature.ts';

/** An event, told apart by its `name`. A newer service may send names that are not listed: ignore them. */
export type WebhookEvent = EventMessage & {
  /** Its `webhook-id`, the same in every attempt. */
  readonly id: string;
  /** Counts the events of a session, which may arrive in another order. Null for events without a session. */
  readonly sequence: number | null;
};

export type ReceiverOptions = {
  /** The signing secret, or both while it is being replaced. */
  readonly secret: string | readonly string[];
  /**
   * If it throws, the answer is 500 and Parley sends the event again later. `signal` aborts when its time is over: then
   * the event that comes again is handled again, whatever this handler still does.
   */
  readonly onEvent: (event: WebhookEvent, handling: { readonly signal: AbortSignal }) => unknown;
  /** Gets every error of `onEvent`. Without it they are written to the console. */
  readonly onError?: (error: unknown, request: { id: string }) => unknown;
  /** Which events were handled already. By default the last 10,000, in memory. */
  readonly seen?: SeenEvents;
  /** How old a request may be: 300. */
  readonly toleranceSeconds?: number;
  /** How long `onEvent` may take: 600. */
  readonly handlerTimeoutSeconds?: number;
};

/** An event has about 5 MB at most. */
const maxBodyBytes = 8 * 1024 * 1024;
const defaultToleranceSeconds = 300;

const refuse = (status: number, why: string): Response => new Response(`${why}\n`, { status });

/** `isProven` checks what a receiver needs besides the signature. */
export function createReceiver(
  options: ReceiverOptions,
  isProven: (request: Request) => Promise<boolean> = async () => true,
): WebHandler {
  const { secret, toleranceSeconds = defaultToleranceSeconds, handlerTimeoutSeconds = 600 } = options;
  const { seen = memoryOfEvents(10_000, handlerTimeoutSeconds + 120) } = options;
  const secrets = [secret].flat().map(secretBytes);
  if (secrets.length === 0) throw new TypeError('At least one signing secret is needed.');

  const handle = async (event: WebhookEvent): Promise<Response> => {
    const state = await askStore(seen.begin(event.id));
    if (state === 'done') return refuse(200, 'The event was received before.');
    // Not a success: if the other request fails, the event must come again.
    if (state === 'busy') return refuse(409, 'The event is being handled.');
    const ended = new AbortController();
    const handled = (async () => options.onEvent(event, { signal: ended.signal }))();
    try {
      await within(handlerTimeoutSeconds, 'onEvent', handled);
    } catch (error) {
      if (error instanceof HandlerTimeout) {
        // If it still succeeds, that does not count: perhaps it has only stopped.
        handled.catch(async (late: unknown) => {
          if (late !== error) await report(options.onError, late, { id: event.id });
        });
        ended.abort(error);
      }
      await askStore(seen.abandon(event.id));
      throw error;
    }
    await askStore(seen.finish(event.id));
    return new Response(null, { status: 204 });
  };

  return async (request) => {
    if (request.method !== 'POST')
      return new Response('Send a POST request.\n', { status: 405, headers: { allow: 'POST' } });
    const signed = signedHeaders(request.headers);
    if (signed === null) return refuse(401, 'The request is not signed.');
    if (!isRecent(signed, toleranceSeconds, Date.now()))
      return refuse(401, 'The timestamp is too far from the time of this receiver.');
    const body = await readBody(request, maxBodyBytes);
    if (body === null) return refuse(413, `The body may have at most ${maxBodyBytes} bytes.`);
    if (!(await isSignedBy(secrets, signed, body))) return refuse(401, 'The signature is wrong.');
    try {
      if (!(await isProven(request))) return refuse(401, 'The token is missing or wrong.');
      const { message_type, name, details } = parseObject(body) ?? {};
      if (message_type !== 'Event' || typeof name !== 'string' || typeof details !== 'object')
        return refuse(400, 'The body is not an event.');
      const sequence = Number(request.headers.get('parley-sequence') ?? Number.NaN);
      const event = {
        id: signed.id,
        sequence: Number.isNaN(sequence) ? null : sequence,
        message_type,
        name,
        details,
      };
      return await handle(event as unknown as WebhookEvent);
    } catch (error) {
      await report(options.onError, error, { id: signed.id });
      return refuse(500, 'The receiver failed.');
    }
  };
}
