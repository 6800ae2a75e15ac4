import { commandAsks } from './commands.ts';
import { createMatcher, type Match, type Matcher } from './matching/matcher.ts';
import { meaningOf, plainWords } from './matching/words.ts';
import { topics } from './topics/index.ts';

/** With at least this score the avatar answers. Below it, the avatar asks whether it has understood. */
export const sureScore = 0.54;
const guessScore = 0.47;
/** With at least this score, no other meaning is likely. */
export const clearScore = 0.8;

/** Polite words around a question. If there is also a question, the question counts. */
const politeIds = new Set([
  'hello',
  'thanks',
  'compliment',
  'yes',
  'apology',
  'how-are-you',
  'visitor-fine',
  'wait',
]);

type Understanding = { readonly matcher: Matcher<string>; readonly knownWords: ReadonlySet<string> };
let cached: Understanding | undefined;

/** Created with the first question: most services are started many times before a visitor talks to the demo. */
function understanding(): Understanding {
  if (cached !== undefined) return cached;
  const asks: Record<string, readonly string[]> = { ...commandAsks };
  for (const [id, topic] of Object.entries(topics)) asks[id] = topic.asks;
  const knownWords = new Set(Object.values(asks).flat().flatMap(plainWords).map(meaningOf));
  cached = { matcher: createMatcher(asks), knownWords };
  return cached;
}

/** Whether the word occurs in a question that the demo knows. */
export const isKnownWord = (word: string): boolean =>
  understanding().knownWords.has(meaningOf(word.toLowerCase()));

/** The topic or the command that a message is about; null if the demo does not know. */
export function topicOf(message: string): Match | null {
  const sentences = message.split(/(?<=[.!?])\s+/).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const matches = [...new Set([message, ...sentences])].flatMap((text) =>
    understanding().matcher.match(text).slice(0, 1),
  );
  const questions = matches.filter(({ id, score }) => !politeIds.has(id) && score >= sureScore);
  const [best] = (questions.length > 0 ? questions : matches).toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= guessScore ? best : null;
}
