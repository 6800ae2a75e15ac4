import { speechText, stripServiceTags } from '@parley/protocol';
import type { Question } from '../seam.ts';
import type { HistoryMessage } from './history.ts';

export type ChatMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

export function messagesFor(
  prompt: string,
  history: readonly HistoryMessage[],
  question: Question,
): ChatMessage[] {
  // In one message: some servers take a system message only at the very beginning.
  const system = [prompt, ...question.context].filter((part) => part !== '').join('\n\n');
  const messages: ChatMessage[] = system === '' ? [] : [{ role: 'system', content: system }];
  for (const { role, content } of history) {
    const plain = stripServiceTags(content);
    // Some servers refuse a conversation with an empty message in it.
    if (plain !== '') messages.push({ role, content: plain });
  }
  messages.push({ role: 'user', content: forModel(question.message) });
  return messages;
}

/** The words without tags. A message that consists of tags only keeps them, so that the model has some input. */
function forModel(message: string): string {
  const plain = stripServiceTags(message);
  return speechText(plain) || plain;
}
