import type { WatchedSpeaker } from '@parley/protocol/management';
import {
  type Conversation,
  type ConversationEffect,
  currentUtterance,
  statusOf,
} from '../conversation/state/conversation.ts';
import type { UtteranceKind } from '../conversation/state/utterance.ts';
import type { WatchLog } from './watch-log.ts';

const speakers: Readonly<Record<UtteranceKind, WatchedSpeaker>> = {
  reply: 'brain',
  person: 'person',
  say: 'page',
  callback: 'callback',
  greeting: 'service',
  filler: 'service',
  apology: 'service',
};

export const speakerOf = ({ kind }: { readonly kind: UtteranceKind }): WatchedSpeaker => speakers[kind];

/** Tells watchers what a step has changed and sent. Words that are over are told when they are recorded. */
export function watchStep(
  log: WatchLog,
  before: Conversation,
  after: Conversation,
  effects: readonly ConversationEffect[],
): void {
  const status = statusOf(after);
  if (status !== statusOf(before)) log.add({ kind: 'status', status });
  const active = after.person?.typing ?? false;
  if (active !== (before.person?.typing ?? false)) log.add({ kind: 'typing', active });
  // Only the current utterance has sentences to say.
  const speaking = currentUtterance(after);
  for (const effect of effects) {
    if (effect.kind !== 'send') continue;
    const { frame } = effect;
    if (frame.type === 'sentence' && speaking !== null) {
      const { utterance, index, text } = frame;
      log.add({ kind: 'sentence', utterance, index, text, by: speakerOf(speaking) });
    } else if (frame.type === 'tag') {
      log.add({ kind: 'tag', name: frame.name, attributes: frame.attributes, from: 'avatar' });
    }
  }
}
