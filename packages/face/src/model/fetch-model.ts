import { FaceError } from '../face-error.ts';
import { modelLimits } from './glb.ts';

/** Fetches a model from the page's own origin. Larger files than the limit are refused. */
export async function fetchModel(address: string): Promise<ArrayBuffer> {
  const url = new URL(address, document.baseURI);
  if (url.origin !== location.origin)
    throw new FaceError(
      'model-other-origin',
      `Models are loaded from ${location.origin} only, not from ${url.origin}.`,
    );
  const response = await fetch(url, { redirect: 'error' }).catch((error: unknown) => {
    throw new FaceError('model-unreachable', 'Could not load the model.', error);
  });
  if (!response.ok || !response.body)
    throw new FaceError('model-unreachable', `Could not load the model: status ${response.status}.`);
  return readUpTo(response.body, modelLimits.bytes);
}

async function readUpTo(body: ReadableStream<Uint8Array>, most: number): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let total = 0;
  for await (const part of chunksOf(body)) {
    total += part.byteLength;
    if (total > most)
      throw new FaceError('model-too-large', `The model is too large: more than ${most / 1024 / 1024} MB.`);
    parts.push(part);
  }
  const whole = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole.buffer;
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
