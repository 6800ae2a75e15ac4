import { asJsonObject, type JsonObject } from './json-object.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The body cannot be read. Each route answers this in its own error shape. */
export class BodyProblem extends Error {
  override name = 'BodyProblem';
}

export function readJsonObject(body: unknown): JsonObject {
  if (!(body instanceof Uint8Array) || body.length === 0) {
    throw new BodyProblem('the body is empty; send a JSON object');
  }
  const object = asJsonObject(parse(body));
  if (object === null) throw new BodyProblem('the body must be a JSON object');
  return object;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    throw new BodyProblem('the body is not valid JSON in UTF-8');
  }
}
