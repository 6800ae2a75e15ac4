import type { ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import type { Clock } from '../../kernel/index.ts';
import type { Brain } from '../../live/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { type Answer, type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import { neverAborted, someQuestion } from './turn.ts';

/** The protocol of one brain's servers. */
export type BrainDialect = {
  readonly name: string;
  readonly key: string;
  brain(deps: { outbound: Outbound; url: string; limitMs: number; clock?: Clock }): Brain;
  /** A whole answer. */
  whole(reply: string): string;
  /** An event of a streamed answer. */
  piece(reply: string): string;
  readonly ending: string;
};

export const answerLimitMs = 400;
export const ampleMs = 120_000;

/** Servers for a brain, and how they answer. They are stopped after each test. */
export function brainScene(dialect: BrainDialect) {
  let cleanUp = new AsyncDisposableStack();
  afterEach(async () => {
    await cleanUp.disposeAsync();
    cleanUp = new AsyncDisposableStack();
  });

  const use = <T extends AsyncDisposable | Disposable>(resource: T): T => cleanUp.use(resource);
  async function start(answer: Answer, limitMs = ampleMs): Promise<{ brain: Brain; server: Receiver }> {
    const server = use(await startReceiver(answer));
    return { brain: dialect.brain({ outbound: use(localOutbound()), url: server.url, limitMs }), server };
  }
  const json = (body: string, status = 200) => {
    return (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  const events = (response: ServerResponse, ...parts: (string | Buffer)[]) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const part of parts) response.write(part);
    return response;
  };
  const ask = (brain: Brain, signal = neverAborted, question = someQuestion()) =>
    brain.answer(question, signal);
  return { use, start, json, events, ask };
}
