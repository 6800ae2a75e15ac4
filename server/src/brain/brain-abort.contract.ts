import { describe, expect, it } from 'vitest';
import type { Outbound } from '../outbound/index.ts';
import { localOutbound } from '../outbound/testing/local-outbound.ts';
import { startReceiver } from '../outbound/testing/receiver.ts';
import { stoppedTimers } from '../outbound/testing/stopped-timers.ts';
import { ampleMs, answerLimitMs, type BrainDialect, brainScene } from './testing/brain-scene.ts';
import { failureOf, outcomeOf, piecesOf } from './testing/turn.ts';
import { waitUntil } from './testing/wait-until.ts';

/** How every brain is aborted and timed out. */
export function describeAborting(dialect: BrainDialect): void {
  describe(`${dialect.name}, aborted or out of time`, () => {
    const { use, start, json, events, ask } = brainScene(dialect);

    it('[BR4] aborted before it began', async () => {
      const { brain, server } = await start(json(dialect.whole('late')));
      expect((await failureOf(ask(brain, AbortSignal.abort()))).note.stage).toBe('aborted');
      expect(server.requests).toHaveLength(0);
    });

    it('[BR4] aborted while the answer is awaited', async () => {
      const controller = new AbortController();
      const { brain, server } = await start(() => controller.abort());
      expect((await failureOf(ask(brain, controller.signal))).note.stage).toBe('aborted');
      await waitUntil(() => server.open.size === 0);
    });

    it('[BR4] aborted in the middle of a stream: data that had arrived is not yielded', async () => {
      const controller = new AbortController();
      const { brain, server } = await start((response) => {
        events(response, dialect.piece('One. ') + dialect.piece('Two. '));
      });
      const pieces: string[] = [];
      const reading = (async () => {
        for await (const piece of piecesOf(ask(brain, controller.signal))) {
          pieces.push(piece);
          controller.abort();
        }
      })();
      await expect(reading).rejects.toMatchObject({ name: 'BrainFailure', note: { stage: 'aborted' } });
      expect(pieces).toEqual(['One. ']);
      await waitUntil(() => server.open.size === 0);
    });

    it('[BR4] aborted while the next piece is awaited', async () => {
      const controller = new AbortController();
      const { brain, server } = await start((response) => events(response, dialect.piece('One. ')));
      const iterator = piecesOf(ask(brain, controller.signal));
      expect(await iterator.next()).toEqual({ done: false, value: 'One. ' });
      const next = iterator.next();
      controller.abort();
      await expect(next).rejects.toMatchObject({ note: { stage: 'aborted' } });
      expect(await iterator.next()).toEqual({ done: true, value: undefined });
      await waitUntil(() => server.open.size === 0);
    });

    it('[BR4] aborted at the moment the answer is complete', async () => {
      const controller = new AbortController();
      const server = use(await startReceiver(json(dialect.whole('late'))));
      const local = use(localOutbound());
      const outbound: Outbound = {
        ...local,
        stream: async (request) => {
          const stream = await local.stream(request);
          async function* body(): AsyncGenerator<Uint8Array, undefined> {
            yield* stream.body;
            controller.abort();
          }
          const { status, headers } = stream;
          const hangUp = () => stream[Symbol.asyncDispose]();
          return { status, headers, body: body(), [Symbol.asyncDispose]: hangUp };
        },
      };
      const brain = dialect.brain({ outbound, url: server.url, limitMs: ampleMs });
      expect(await outcomeOf(ask(brain, controller.signal))).toMatchObject({
        pieces: [],
        failure: { note: { stage: 'aborted' } },
      });
    });

    it('[BR4] leaving the loop closes the connection', async () => {
      const { brain, server } = await start((response) => events(response, dialect.piece('One. ')));
      for await (const _piece of piecesOf(ask(brain))) break;
      await waitUntil(() => server.open.size === 0);
    });

    it('[BR5] a server that never answers', async () => {
      using timers = stoppedTimers();
      const { brain, server } = await start(() => timers.pass(answerLimitMs), answerLimitMs);
      const failure = await failureOf(ask(brain));
      expect(failure.note.stage).toBe('timeout');
      expect(failure.message).toMatch(/did not answer within \d+(\.\d+)? ms/);
      await waitUntil(() => server.open.size === 0);
    });

    it.each(['application/json', 'text/event-stream'])(
      '[BR5] an answer that arrives slowly (%s)',
      async (type) => {
        using timers = stoppedTimers();
        const { brain, server } = await start((response) => {
          response.writeHead(200, { 'content-type': type });
          const drip = setInterval(() => {
            response.write(type === 'application/json' ? ' ' : ': drip\n');
            timers.pass(answerLimitMs / 10);
          }, 5);
          response.once('close', () => clearInterval(drip));
        }, answerLimitMs);
        expect((await failureOf(ask(brain))).note).toMatchObject({ stage: 'timeout', httpStatus: 200 });
        await waitUntil(() => server.open.size === 0);
      },
    );
  });
}
