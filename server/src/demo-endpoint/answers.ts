import { speechText } from '@parley/protocol';

const known: readonly (readonly [RegExp, string])[] = [
  [/\b(hello|hi|hey|good (morning|evening))\b/i, 'Hello! It is good to meet you.'],
  [/\bwho are you|your name\b/i, 'I am the demo avatar. My answers come from a small example endpoint.'],
  [
    /\b(help|what can you do)\b/i,
    'You can ask me the time, tell me something, or point me to your own endpoint. Then I say what your server answers.',
  ],
  [/\b(bye|goodbye)\b/i, 'Goodbye! Come back any time.'],
];

/** What the demo says: enough to show that a turn went to a server and came back. */
export function answerTo(message: string, question: number): string {
  const words = speechText(message);
  if (words === '') return '';
  if (/\btime\b/i.test(words)) return `My clock says ${new Date().toISOString().slice(11, 16)} U T C.`;
  const match = known.find(([pattern]) => pattern.test(words));
  return (
    match?.[1] ??
    `You said: ${words.replace(/[.!?]*$/, '.')} That was message number ${question} of our talk.`
  );
}
