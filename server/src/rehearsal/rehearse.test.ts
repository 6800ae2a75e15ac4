import { describe, expect, it } from 'vitest';
import {
  type EndpointParts,
  endpointKey,
  error,
  goodParts,
  ok,
  startEndpoint,
} from '../conformance/testing/good-endpoint.ts';
import { isRunByName } from '../testing/index.ts';
import { rehearseEndpoint } from './rehearse-endpoint.ts';
import type { RehearsalReport } from './report/rehearsal-report.ts';
import type { ScriptFile } from './script/script-file.ts';
import { shopReply, shopScript, streamed } from './testing/shop.ts';

const usual = {
  key: endpointKey,
  chatTimeoutMs: 10_000,
  sendsHeard: false,
  callbacks: { publicUrl: null, port: 0 },
};

async function rehearsed(
  parts: Partial<EndpointParts> = {},
  script: ScriptFile = shopScript,
  changes: Partial<typeof usual> = {},
): Promise<RehearsalReport> {
  await using endpoint = await startEndpoint({ reply: shopReply, ...parts });
  return await rehearseEndpoint(script, { ...usual, ...changes, url: endpoint.url });
}

/** Everything in a report that must not depend on the clock. */
const told = ({ verdict, conversations }: RehearsalReport) =>
  JSON.stringify([
    verdict,
    conversations.map(({ steps }) =>
      steps.map(({ outcome, faults, answer }) => [outcome, faults, answer?.words, answer?.tags]),
    ),
  ]);

const faultsOf = ({ conversations }: RehearsalReport) =>
  conversations.flatMap(({ joining, steps }) => [
    ...(joining === null ? [] : [`join: ${joining}`]),
    ...steps.flatMap(({ faults }, index) => faults.map((fault) => `${index + 1}: ${fault}`)),
  ]);

const replacing =
  (part: string, by: string): EndpointParts['reply'] =>
  (message) =>
    shopReply(message).replace(part, () => by);
const only = (word: string, answered: EndpointParts['beforeReply']): Partial<EndpointParts> => ({
  beforeReply: async (body, session, response) =>
    String(body.message).includes(word) ? await answered(body, session, response) : null,
});

const faults: readonly (readonly [string, () => Partial<EndpointParts>, RegExp])[] = [
  [
    'says other words',
    () => ({ reply: replacing('would you like', 'do you want') }),
    /^1: Expected the words/,
  ],
  [
    'apologises',
    () => ({ reply: replacing('Hello!', 'Sorry. Hello!') }),
    /^1: Did not expect the words "sorry"/,
  ],
  [
    'orders at once',
    () => ({ reply: replacing('Hello!', 'Hello! <order/>') }),
    /^1: Did not expect the tag <order>/,
  ],
  [
    'forgets a tag',
    () => ({ reply: replacing('<order json=', '<offer json=') }),
    /^2: Expected the tag <order/,
  ],
  [
    'puts other data into a tag',
    () => ({ reply: replacing('"drink":"espresso"', '"drink":"tea"') }),
    /^2: Expected the tag/,
  ],
  [
    'breaks the JSON of a tag',
    () => ({ reply: replacing('"count":1}', '"count":1') }),
    /^2: Expected the tag/,
  ],
  [
    'answers a tag with words',
    () => ({ reply: (message) => shopReply(message) || 'What?' }),
    /^3: Expected no words/,
  ],
  [
    'begins the story elsewhere',
    () => ({ reply: replacing('Once upon', 'Long ago, upon') }),
    /^4: Expected words that match/,
  ],
  [
    'answers in English',
    () => ({
      reply: replacing(
        '<svc-language name="de"/>Gerne. Das ist ein schöner Tag und ich freue mich.',
        'Gerne. <svc-language name="en"/>But this is the only word that I know.',
      ),
    }),
    /^7: Expected the language de, and it is en/,
  ],
  ['calls back with its API key', () => ({ callbackToken: () => endpointKey }), /^10: .*authToken/],
  [
    'refuses a visitor who comes back',
    () => {
      let logins = 0;
      return {
        login: (body, sessions) =>
          ++logins > 1 ? error(403, body, 'You were here.') : goodParts.login(body, sessions),
      };
    },
    /^11: .*You were here/,
  ],
  [
    'cuts long replies',
    () => ({ reply: (message) => shopReply(message).slice(0, 80) }),
    /^15: Expected the words/,
  ],
  ['fails for one message', () => only('Two', async (body) => error(500, body, 'No two.')), /^18: .*No two/],
  [
    'answers nothing to thanks',
    () => ({ reply: (message) => (message === 'Thank you' ? '' : shopReply(message)) }),
    /^19: Expected some words/,
  ],
  [
    'fails at the end',
    () => ({ logout: (body) => error(500, body, 'I cannot let you go.') }),
    /^20: .*let you go/,
  ],
  [
    'refuses everybody',
    () => ({ login: (body) => error(403, body, 'Closed today.') }),
    /^join: .*Closed today/,
  ],
];

describe('a rehearsal against an endpoint', () => {
  it.each([
    ['answers at once', {}],
    ['streams', streamed],
  ])('[RH1] [RH2] a good endpoint that %s passes twenty steps, six of them interrupted', async (_, parts) => {
    const report = await rehearsed(parts);
    expect(faultsOf(report)).toEqual([]);
    expect(report.verdict).toBe('good');
    expect(report.conversations[0]?.steps).toHaveLength(20);
  });

  it.each(faults)('[RH3] finds an endpoint that %s', async (_, broken, says) => {
    for (const form of [{}, streamed]) {
      const report = await rehearsed({ ...form, ...broken() });
      expect(report.verdict).toBe('faulty');
      expect(faultsOf(report)[0]).toMatch(says);
    }
  });

  it('[RH2] gives the same verdict and the same words in several runs, with and without a fault', async () => {
    for (const parts of [streamed, { ...streamed, reply: replacing('upon', 'under') }]) {
      const runs: string[] = [];
      for (let run = 0; run < (isRunByName ? 100 : 3); run += 1) runs.push(told(await rehearsed(parts)));
      expect(new Set(runs).size).toBe(1);
    }
  });

  it('[RH4] plays conversations side by side, each as its own visitor', async () => {
    const seen: string[] = [];
    let open = 0;
    const { promise: allHere, resolve } = Promise.withResolvers<void>();
    const names = ['Ada', 'Grace', 'Mary'];
    const report = await rehearsed(
      {
        login: (body, sessions) => {
          seen.push(String(body.userId));
          return goodParts.login(body, sessions);
        },
        beforeReply: async () => {
          open += 1;
          if (open === names.length) resolve();
          await allHere;
          return null;
        },
      },
      { conversations: names.map((name) => ({ name, visitor: { id: name }, steps: [{ say: 'Hello' }] })) },
    );
    expect(faultsOf(report)).toEqual([]);
    expect(seen.toSorted()).toEqual(names);
  });

  it('[RH5] tells the endpoint what was heard of an interrupted reply, if asked to', async () => {
    const heard: unknown[] = [];
    const parts: Partial<EndpointParts> = {
      ...streamed,
      beforeReply: async (body) => {
        heard.push(body.heard);
        return null;
      },
    };
    const conversations = [
      { name: 'a', steps: [{ say: 'A story', interruptAfter: 3 }, { say: 'Stop' }, { say: 'Go' }] },
    ];
    await rehearsed(parts, { conversations }, { sendsHeard: true });
    await rehearsed(parts, { conversations });
    expect(heard).toEqual([undefined, 'Once upon a', undefined, undefined, undefined, undefined]);
  });

  it('[RH6] could not be tried if nothing answers, and is faulty if no callback comes', async () => {
    const gone = await startEndpoint();
    await gone[Symbol.asyncDispose]();
    expect((await rehearseEndpoint(shopScript, { ...usual, url: gone.url })).verdict).toBe('untried');
    const report = await rehearsed({}, { conversations: [{ name: 'a', steps: [{ callback: '10ms' }] }] });
    expect(faultsOf(report)).toEqual(['1: No callback came within 0.01 s.']);
  });

  it('[RH7] a pattern whose time explodes fails its step instead of hanging the run', async () => {
    const say = `${'a'.repeat(40)}!`;
    const steps = [{ say, expect: { matches: '(a+)+$' } }];
    const report = await rehearsed(
      { reply: (message) => message },
      { conversations: [{ name: 'a', steps }] },
    );
    expect(faultsOf(report)[0]).toContain('takes too long');
  });

  it('[RH3] a time that is exceeded is a fault', async () => {
    const steps = [{ say: 'Hello', expect: { within: '0ms', firstSentenceWithin: '0ms' } }];
    const report = await rehearsed(
      { answer: (body, reply) => ok(body, { reply }) },
      { conversations: [{ name: 'a', steps }] },
    );
    expect(faultsOf(report)).toEqual([
      expect.stringMatching(/^1: Expected the first sentence within 0ms, and it came after/),
      expect.stringMatching(/^1: Expected the whole answer within 0ms, and it came after/),
    ]);
  });
});
