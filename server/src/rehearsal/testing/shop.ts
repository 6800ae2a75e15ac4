import { type EndpointParts, ok } from '../../conformance/testing/good-endpoint.ts';
import type { ScriptFile } from '../script/script-file.ts';

const events = (...data: object[]): string =>
  data.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

const story =
  'Once upon a time there was a fox. It lived in a wood. Every night it went to the well and drank. Then it slept.';

/** What the shop's endpoint answers. */
export const shopReply = (message: string): string => {
  if (message.startsWith('<order')) return '';
  if (message.includes('story')) return story;
  if (message.includes('espresso'))
    return `One espresso. <order json='{"drink":"espresso","count":1}'/> Anything else?`;
  if (message.includes('Deutsch'))
    return '<svc-language name="de"/>Gerne. Das ist ein schöner Tag und ich freue mich.';
  if (message.includes('Remind')) return 'I will remind you.';
  return 'Hello! What would you like to drink?';
};

/** Streams the reply word by word, so that it can be interrupted. */
export const streamed: Pick<EndpointParts, 'answer'> = {
  answer: (body, reply) => ({
    status: 200,
    type: 'text/event-stream; charset=utf-8',
    body: events(
      ...String(reply)
        .split(/(?<= )/)
        .map((piece) => ({ reply: piece })),
      ok(body).body as object,
    ),
  }),
};

/** Twenty steps, six of them interrupted. */
export const shopScript: ScriptFile = {
  conversations: [
    {
      name: 'In the shop',
      visitor: { id: 'u-7', name: 'Grace', locale: 'en-GB' },
      steps: [
        { say: 'Good morning', expect: { contains: 'what would you like', not: 'sorry', notTags: 'order' } },
        { say: 'One espresso, please', expect: { tags: [{ name: 'order', json: { drink: 'espresso' } }] } },
        { send: `<order json='{"id":7}'/>`, expect: { empty: true } },
        { say: 'Tell me a story', interruptAfter: 4, expect: { matches: '^Once upon a time$' } },
        { say: 'No, an espresso', interruptAfter: 1, expect: { contains: 'one', notTags: 'order' } },
        { say: 'Another story', interruptAfter: 9, expect: { contains: 'fox. It' } },
        {
          say: 'Sprechen Sie Deutsch?',
          expect: { language: 'de', contains: 'Gerne', tags: ['svc-language'] },
        },
        { silence: '1ms', expect: { empty: true } },
        { say: 'Remind me, please.', expect: { contains: 'I will remind you' } },
        { callback: '20s', expect: { contains: 'It is time' } },
        { drop: '1ms' },
        { say: 'Are you still there?', expect: { contains: 'Hello!' } },
        { say: 'A story again', interruptAfter: 1, expect: { matches: '^Once$' } },
        { say: 'And a story again', interruptAfter: 2, expect: { matches: '^Once upon$' } },
        { say: 'The whole story', expect: { contains: ['fox', 'well', 'slept.'], within: '10m' } },
        { say: 'A short story', interruptAfter: 900, expect: { contains: 'Then it slept.' } },
        { drop: '1ms' },
        { say: 'Two espresso', expect: { matches: ['espresso', '\\belse\\?$'], firstSentenceWithin: '10m' } },
        { say: 'Thank you', expect: { language: 'en', empty: false } },
        { hangUp: true },
      ],
    },
  ],
};
