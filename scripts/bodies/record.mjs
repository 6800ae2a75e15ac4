import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { relative } from 'node:path';

/**
 * Loaded into every process of a test run. Writes down what leaves the service under the contract: calls of endpoints,
 * webhooks, and answers to calls with an API key and to callbacks.
 */
const folder = process.env.PARLEY_BODIES;
const answered = /^\/(auth\/generate-token|avatars|session\/query|sessions\/disconnect|gateway\/callback)\b/;
const actions = /"action":"(LOGIN|CHAT|LOGOUT)"/;

const write = (kind, body) => {
  const path = globalThis.__vitest_worker__?.filepath;
  const test = path === undefined ? 'another process' : relative(process.cwd(), path);
  appendFileSync(`${folder}/${process.pid}.jsonl`, `${JSON.stringify({ test, kind, body })}\n`);
};

subscribe('undici:request:create', ({ request }) => {
  const { body, headers } = request;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return;
  const text = Buffer.from(body).toString();
  if (/webhook-id/i.test(String(headers))) write('webhook', text);
  else if (actions.test(text)) write('call', text);
});

const { write: writeChunk, end } = ServerResponse.prototype;
const chunks = new WeakMap();
const keep = (response, chunk) => {
  if (
    (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) ||
    !answered.test(response.req?.url ?? '')
  )
    return;
  const kept = chunks.get(response) ?? [];
  kept.push(Buffer.from(chunk));
  chunks.set(response, kept);
};
ServerResponse.prototype.write = function (...args) {
  keep(this, args[0]);
  return writeChunk.apply(this, args);
};
ServerResponse.prototype.end = function (...args) {
  keep(this, args[0]);
  const kept = chunks.get(this);
  if (kept !== undefined) write(`answer ${this.statusCode}`, Buffer.concat(kept).toString());
  chunks.delete(this);
  return end.apply(this, args);
};
