import {
  type ChatAnswer,
  type GatewayAnswer,
  maxSpokenMessageBytes,
  type TakeoverEntry,
} from '@parley/protocol/contract';
import { jsonResponse } from '../http/web-handler.ts';

/** What the avatar says: text or SSML, whole or in pieces. Nothing, or an empty text, lets it say nothing. */
export type Reply = string | AsyncIterable<string> | undefined;

export type Turn = {
  /** Only for avatars that ask for it, after an interruption: the words of the last reply that the visitor heard. */
  readonly heard: string | undefined;
  /** Only for avatars that ask for it: what the visitor and a person said while the person answered in your place. */
  readonly takeover: readonly TakeoverEntry[];
  /** Aborts if the visitor speaks again before the reply is complete, or leaves. */
  readonly signal: AbortSignal;
};

const answerOf = (sessionId: string): GatewayAnswer => ({ sessionId, status: 'OK', statusMessage: '' });
const broken = 'The reply could not be completed.';

function mustFit(bytes: number): void {
  if (bytes > maxSpokenMessageBytes)
    throw new Error(
      `A reply may have at most ${maxSpokenMessageBytes} bytes. This one has ${bytes} or more.`,
    );
}

const encoder = new TextEncoder();
const eventOf = (fields: object): Uint8Array => encoder.encode(`data: ${JSON.stringify(fields)}\n\n`);

export function wholeReply(sessionId: string, reply: string): Response {
  mustFit(encoder.encode(reply).byteLength);
  return jsonResponse(200, { ...answerOf(sessionId), reply } satisfies ChatAnswer);
}

export async function collect(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    mustFit(text.length);
  }
  return text;
}

/**
 * Streams the pieces as events. The answer begins with the first piece, so that an error before it is still an error of
 * the request. A later one ends the stream with a status other than OK: without a last event the turn would seem cut off.
 */
export async function streamedReply(
  sessionId: string,
  pieces: AsyncIterable<string>,
  hooks: { readonly onFailed: (error: unknown) => Promise<void>; readonly onCancelled: () => void },
): Promise<Response> {
  const iterator = pieces[Symbol.asyncIterator]();
  let next: IteratorResult<string> | undefined = await iterator.next();
  let bytes = 0;
  const nextEvent = async (): Promise<Uint8Array | null> => {
    const { done, value } = next ?? (await iterator.next());
    next = undefined;
    if (done) return null;
    bytes += encoder.encode(value).byteLength;
    mustFit(bytes);
    return eventOf({ reply: value });
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let last: GatewayAnswer = answerOf(sessionId);
        try {
          const event = await nextEvent();
          if (event !== null) return controller.enqueue(event);
        } catch (error) {
          last = { sessionId, status: 'ERROR', statusMessage: broken };
          await hooks.onFailed(error);
          void iterator.return?.().catch(() => {});
        }
        controller.enqueue(eventOf(last));
        controller.close();
      },
      cancel() {
        hooks.onCancelled();
        void iterator.return?.().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}
