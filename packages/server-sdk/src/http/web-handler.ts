import { isTooDeep } from '@parley/protocol/contract';

/** A web-standard request handler, as Bun, Deno, edge runtimes and route handlers of frameworks take it. */
export type WebHandler = (request: Request) => Promise<Response>;

/**
 * Reads a body of at most `maxBytes`. Null if it is longer: the rest is not read, so a sender cannot fill the memory.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) break;
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel().catch(() => {});
      return null;
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** The object that the bytes hold as JSON in UTF-8. Null if they hold something else. */
export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isTooDeep(text)) return null;
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

export function jsonResponse(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

/** Tells the user's hook about an error. Its own failure must not become the answer to the request. */
export async function report<C>(
  hook: ((error: unknown, context: C) => unknown) | undefined,
  error: unknown,
  context: C,
): Promise<void> {
  try {
    await (hook === undefined ? console.error(error) : hook(error, context));
  } catch (second) {
    console.error(error, second);
  }
}
