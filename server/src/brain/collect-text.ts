import { BodyBuffer, type OutboundStream } from '../outbound/index.ts';

const byteOrderMark = 0xfeff;

export type CollectedText = {
  readonly text: string;
  /** It was longer than allowed, and `text` is its beginning. */
  readonly cut: boolean;
};

/** Reads an answer to its end, or up to the limit. */
export async function collectText(stream: OutboundStream, maxBytes: number): Promise<CollectedText> {
  const body = new BodyBuffer();
  for (let part = await stream.body.next(); !part.done; part = await stream.body.next()) {
    body.add(part.value);
    if (body.length > maxBytes) {
      await stream[Symbol.asyncDispose]();
      return { text: utf8(body.take()), cut: true };
    }
  }
  return { text: utf8(body.take()), cut: false };
}

/** Without the byte order mark that some frameworks put before their JSON. */
export function utf8(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}
