import { type CallOptions, type ClientOptions, callUrl, ManagementApiError, refusalIn } from './client.ts';

/** Calls whose answer is a stream of events. */
export type StreamName = 'sessions.stream' | 'sessions.watch';
export type StreamEvent = {
  readonly event: string;
  /** Null for events that a stream cannot continue after. */
  readonly id: string | null;
  readonly data: unknown;
};

/** No answer of the service is longer. */
const maxEventLength = 4_000_000;

/** Yields the events of a call until the stream ends. Throws a ManagementApiError if it is refused or breaks off. */
export async function* streamCall<N extends StreamName>(
  { url = '', token }: ClientOptions,
  name: N,
  options: CallOptions<N>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const broken = (): never => {
    throw new ManagementApiError(0, 'unreachable', 'The service does not answer.');
  };
  const response = await fetch(url + callUrl(name, options), {
    credentials: 'same-origin',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal,
  }).catch(broken);
  if (!response.ok) throw await refusalIn(response);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read().catch(broken)) ?? { done: true };
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    if (text.length > maxEventLength) broken();
    for (const block of blocks) {
      const event = readEvent(block);
      if (event !== null) yield event;
    }
  }
}

/** Null for a comment. */
function readEvent(block: string): StreamEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const [event, data] = [fields.get('event'), fields.get('data')];
  if (event === undefined || data === undefined) return null;
  return { event, id: fields.get('id') ?? null, data: JSON.parse(data) };
}
