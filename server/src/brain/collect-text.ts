import type { OutboundStream } from '../outbound/index.ts';

const byteOrderMark = 0xfeff;

export type CollectedText = {
  readonly text: string;
  /** It was longer than allowed, and `text` is its beginning. */
  readonly cut: boolean;
};

/** Reads an answer to its end, or up to the limit. */
export async function collectText(stream: OutboundStream, maxBytes: number): Promise<CollectedText> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await stream.body.next(); !part.done; part = await stream.body.next()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size > maxBytes) {
      await stream[Symbol.asyncDispose]();
      return { text: textOf(chunks), cut: true };
    }
  }
  return { text: textOf(chunks), cut: false };
}

function textOf(chunks: readonly Uint8Array[]): string {
  const [first] = chunks;
  if (first === undefined) return '';
  return utf8(chunks.length === 1 ? first : Buffer.concat(chunks));
}

/** Without the byte order mark that some frameworks put before their JSON. */
export function utf8(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}
