import { describe, expect, it } from 'vitest';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { createAddressPolicy, createOutbound } from '../outbound/index.ts';
import { localOutbound } from '../outbound/testing/local-outbound.ts';
import { startReceiver } from '../outbound/testing/receiver.ts';
import { selfSignedCertificate } from '../outbound/testing/self-signed-certificate.ts';
import { stoppedTimers } from '../outbound/testing/stopped-timers.ts';
import { describeAborting } from './brain-abort.contract.ts';
import { ampleMs, answerLimitMs, type BrainDialect, brainScene } from './testing/brain-scene.ts';
import { failureOf, neverAborted, outcomeOf, piecesOf, someQuestion } from './testing/turn.ts';
import { waitUntil } from './testing/wait-until.ts';

export function describeBrain(dialect: BrainDialect): void {
  describeAborting(dialect);
  describe(`${dialect.name}, as any brain`, () => {
    const { use, start, json, events, ask } = brainScene(dialect);

    it('[BR1] yields a whole reply as one piece', async () => {
      const { brain } = await start(json(dialect.whole('Good day. <break/> You?')));
      expect(await outcomeOf(ask(brain))).toEqual({ pieces: ['Good day. <break/> You?'], failure: null });
    });

    it('[BR1] yields the first piece before the rest has arrived', async () => {
      let finish: (() => void) | undefined;
      const { brain } = await start((response) => {
        events(response, dialect.piece('One. '));
        finish = () => response.end(dialect.piece('Two.') + dialect.ending);
      });
      const pieces: string[] = [];
      for await (const piece of piecesOf(ask(brain))) {
        if (pieces.push(piece) === 1) finish?.();
      }
      expect(pieces).toEqual(['One. ', 'Two.']);
    });

    it('[BR2] yields nothing for an empty reply', async () => {
      const whole = await start(json(dialect.whole('')));
      expect(await outcomeOf(ask(whole.brain))).toEqual({ pieces: [], failure: null });
      const streamed = await start((response) => events(response, dialect.piece('') + dialect.ending).end());
      expect(await outcomeOf(ask(streamed.brain))).toEqual({ pieces: [], failure: null });
    });

    it('[BR3] a refused connection', async () => {
      const server = await startReceiver(() => undefined);
      await server[Symbol.asyncDispose]();
      const brain = dialect.brain({
        outbound: use(localOutbound()),
        url: server.url,
        limitMs: ampleMs,
      });
      const question = someQuestion();
      const failure = await failureOf(ask(brain, neverAborted, question));
      expect(failure).toMatchObject({ circuitOpen: false, note: { stage: 'connect', code: 'ECONNREFUSED' } });
      expect(failure.message).toContain('refused the connection');
      expect(question.times).toMatchObject({ sentAt: null, firstByteAt: null });
    });

    it.each([400, 403, 404, 429, 500, 503])('[BR3] HTTP %d', async (status) => {
      const { brain } = await start(json('{"oh": "no"}', status));
      const failure = await failureOf(ask(brain));
      expect(failure.note).toMatchObject({ stage: 'http', httpStatus: status, body: '{"oh": "no"}' });
      expect(failure.message).toContain(`HTTP ${status}`);
    });

    it.each(['<html>Welcome</html>', '', '[]', 'null', '"text"', '{', '{}'])(
      '[BR3] a body that is %j',
      async (body) => {
        const { brain } = await start(json(body));
        const failure = await failureOf(ask(brain));
        expect(failure.note).toMatchObject({ stage: 'body', httpStatus: 200, body });
        expect(failure.note.problem).toBe(failure.message);
      },
    );

    it('[BR3] keeps the first 4 KiB of a body, and no key that it echoes', async () => {
      const echo = `${dialect.key} ${'é'.repeat(3_000)}`;
      const { brain } = await start(json(echo, 500));
      const { note, message } = await failureOf(ask(brain));
      expect(note.body).toMatch(/^\[hidden\] é+$/);
      expect(Buffer.byteLength(String(note.body))).toBeGreaterThan(4_090);
      expect(Buffer.byteLength(String(note.body))).toBeLessThanOrEqual(4_096);
      expect(JSON.stringify([note, message])).not.toContain(dialect.key);
    });

    it('[BR6] 64 KiB are spoken, a byte more is not', async () => {
      const longest = 'é'.repeat(32_768);
      const { brain } = await start(json(dialect.whole(longest)));
      expect((await outcomeOf(ask(brain))).pieces).toEqual([longest]);
      const longer = await start(json(dialect.whole(`${longest}.`)));
      const failure = await failureOf(ask(longer.brain));
      expect(failure.note.stage).toBe('too-large');
      expect(failure.message).toContain('64 KiB');
    });

    it('[BR6] [BR7] 64 KiB are spoken of a stream, and then it fails', async () => {
      const { brain, server } = await start((response) => {
        events(response);
        for (let count = 0; count < 65; count++) response.write(dialect.piece('x'.repeat(1_024)));
      });
      const { pieces, failure } = await outcomeOf(ask(brain));
      expect(pieces.join('')).toBe('x'.repeat(65_536));
      expect(failure?.note.stage).toBe('too-large');
      await waitUntil(() => server.open.size === 0);
    });

    it.each(['announced', 'unannounced'])('[BR6] an answer of 10 MB, %s', async (kind) => {
      const size = 10 * 1_024 * 1_024;
      const { brain, server } = await start((response) => {
        if (kind === 'announced') response.setHeader('content-length', size);
        response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(size, 'x'));
      });
      const { note } = await failureOf(ask(brain));
      expect(note.stage).toBe('too-large');
      if (kind === 'unannounced') expect(note.body).toBe('x'.repeat(4_096));
      await waitUntil(() => server.open.size === 0);
    });

    it('[BR7] a stream that breaks off', async () => {
      const { brain } = await start((response) => {
        events(response, dialect.piece('One. '));
        setImmediate(() => response.destroy());
      });
      const { pieces, failure } = await outcomeOf(ask(brain));
      expect(pieces).toEqual(['One. ']);
      expect(failure?.note).toMatchObject({ stage: 'response', httpStatus: 200 });
    });

    it('[BR7] a stream that ends without its last event', async () => {
      const { brain } = await start((response) => events(response, dialect.piece('One. ')).end());
      const { pieces, failure } = await outcomeOf(ask(brain));
      expect(pieces).toEqual(['One. ']);
      expect(failure?.note.stage).toBe('stream');
    });

    it('[BR7] an event that is not JSON', async () => {
      const { brain } = await start((response) =>
        events(response, dialect.piece('One. '), 'data: {oops\n\n'),
      );
      const { pieces, failure } = await outcomeOf(ask(brain));
      expect(pieces).toEqual(['One. ']);
      expect(failure?.note).toMatchObject({ stage: 'stream', body: '{oops' });
    });

    it('[BR8] removes NUL and unpaired surrogates', async () => {
      const { brain } = await start(json(dialect.whole('a\0b\ud83dc\ude00d')));
      expect((await outcomeOf(ask(brain))).pieces).toEqual(['abcd']);
    });

    it('[BR8] joins a character that was split between packets or pieces', async () => {
      const bytes = Buffer.from(dialect.piece('ä😀'));
      const cut = bytes.indexOf(Buffer.from('😀')) + 2;
      const { brain } = await start((response) => {
        events(response, bytes.subarray(0, cut));
        setImmediate(() => {
          response.write(bytes.subarray(cut));
          response.end(dialect.piece('\ud83d') + dialect.piece('\ude80') + dialect.ending);
        });
      });
      expect((await outcomeOf(ask(brain))).pieces.join('')).toBe('ä😀🚀');
    });

    it('[BR9] notes when it sent and when the answer began', async () => {
      const clock = manualClock(1_000);
      const answer = json(dialect.whole('yes'));
      const server = use(
        await startReceiver((response) => {
          clock.advance(40);
          answer(response);
        }),
      );
      const outbound = use(localOutbound());
      const brain = dialect.brain({ outbound, url: server.url, limitMs: ampleMs, clock });
      const question = someQuestion();
      await outcomeOf(ask(brain, neverAborted, question));
      expect(question.times).toMatchObject({ sentAt: 1_000, firstByteAt: 1_040 });
    });

    it('[BR9] notes the beginning of an answer before its end', async () => {
      const question = someQuestion();
      let finish: (() => void) | undefined;
      const { brain } = await start((response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
        finish = () => response.end(dialect.whole('yes'));
      });
      const outcome = outcomeOf(ask(brain, neverAborted, question));
      await waitUntil(() => question.times.firstByteAt !== null);
      finish?.();
      expect((await outcome).pieces).toEqual(['yes']);
    });

    it('[BR9] a request that was sent and never answered has no first byte', async () => {
      using timers = stoppedTimers();
      const { brain } = await start(() => timers.pass(answerLimitMs), answerLimitMs);
      const question = someQuestion();
      await failureOf(ask(brain, neverAborted, question));
      expect(question.times).toMatchObject({ sentAt: expect.any(Number), firstByteAt: null });
    });

    it('[BR10] a redirect to a private address', async () => {
      const { brain, server } = await start((response) => {
        response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      });
      const failure = await failureOf(ask(brain));
      expect(failure.note).toMatchObject({ stage: 'http', httpStatus: 307 });
      expect(failure.message).toContain('redirect');
      expect(server.requests).toHaveLength(1);
    });

    it('[BR10] an address that is not allowed', async () => {
      const server = use(await startReceiver(json(dialect.whole('inside'))));
      const policy = createAddressPolicy({ allowLoopback: false });
      const outbound = use(createOutbound({ policy, allowHttp: true }));
      const brain = dialect.brain({ outbound, url: server.url, limitMs: ampleMs });
      expect((await failureOf(ask(brain))).note.stage).toBe('address');
      expect(server.connections).toBe(0);
    });

    it('[BR10] text that is not an address', async () => {
      const outbound = use(localOutbound());
      const brain = dialect.brain({ outbound, url: 'my server', limitMs: ampleMs });
      expect((await failureOf(ask(brain))).note.stage).toBe('address');
    });

    it('[BR10] a certificate that no authority has signed', async () => {
      const tls = selfSignedCertificate({ ipv4: ['127.0.0.1'] });
      const server = use(await startReceiver(json(dialect.whole('hello')), { tls }));
      const outbound = use(localOutbound());
      const brain = dialect.brain({ outbound, url: server.url, limitMs: ampleMs });
      const failure = await failureOf(ask(brain));
      expect(failure.note.stage).toBe('tls');
      expect(failure.message).toContain('certificate');
      expect(server.requests).toHaveLength(0);
    });

    it('[BR11] events with CRLF, comments, names and a byte order mark, the last without its blank line', async () => {
      const { brain } = await start((response) => {
        const piece = dialect.piece('One.').replaceAll('\n', '\r\n');
        events(response, `\ufeff: hello\r\nevent: reply\r\nid: 1\r\nretry: 9\r\n${piece}`);
        response.end(dialect.ending.trimEnd());
      });
      expect(await outcomeOf(ask(brain))).toEqual({ pieces: ['One.'], failure: null });
    });
  });
}
