import { setImmediate } from 'node:timers/promises';
import { buildFinder, createFinder, type Finder, type Match } from './finder.ts';
import { askables } from './topics.ts';

/** With at least this score the avatar answers. Below it, the avatar asks whether it has understood. */
export const sureScore = 0.54;
const guessScore = 0.47;
/** With at least this score, no other meaning is likely. */
export const clearScore = 0.8;

const asksByTopic = Object.fromEntries(Object.entries(askables).map(([id, { asks }]) => [id, asks]));
let ready: Finder | undefined;

/** Builds the finder in many short steps, so that the service goes on with its work in between. */
export async function prepareFinder(): Promise<void> {
  const building = buildFinder(asksByTopic);
  while (ready === undefined) {
    await setImmediate();
    ready ??= building.next().value;
  }
}

function finder(): Finder {
  ready ??= createFinder(asksByTopic);
  return ready;
}

/** Whether the word occurs in a question that the demo knows. */
export const isKnownWord = (word: string): boolean => finder().isKnown(word);

/** The topic or the command that a message is about; null if the demo does not know. */
export function topicOf(message: string): Match | null {
  const sentences = message.split(/(?<=[.!?])\s+/);
  const matches = [...new Set([message, ...sentences])].flatMap((text) => finder().find(text) ?? []);
  const questions = matches.filter(({ id, score }) => !askables[id]?.polite && score >= sureScore);
  const [best] = (questions.length > 0 ? questions : matches).toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= guessScore ? best : null;
}
