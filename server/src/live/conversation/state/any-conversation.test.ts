import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, ConversationModel, opened } from '../../testing/conversation-model.ts';
import { currentUtterance } from './conversation.ts';

const small = fc.nat(3);
const act = fc.oneof(
  fc.constantFrom<(talk: ConversationModel) => void>(
    (talk) => talk.feed({ kind: 'attached' }),
    (talk) => talk.detach(),
    (talk) => talk.feed({ kind: 'opened' }),
    (talk) => ask(talk, 'words', true),
    (talk) => ask(talk, '<tag/>', false),
    (talk) => talk.replied(),
    (talk) => talk.play(),
    (talk) => talk.play(),
    (talk) => talk.feed({ kind: 'interrupt', heard: null }),
  ),
  fc.tuple(small, small).map(
    ([sentences, tags]) =>
      (talk: ConversationModel) =>
        talk.reply(sentences, tags),
  ),
  fc
    .tuple(
      fc.constantFrom('callback', 'say', 'greeting', 'filler', 'apology', 'person'),
      small,
      fc.boolean(),
      small,
    )
    .map(
      ([as, sentences, interrupt, tags]) =>
        (talk: ConversationModel) =>
          talk.announce(as, sentences, interrupt && as === 'callback', tags),
    ),
  fc.boolean().map((active) => (talk: ConversationModel) => talk.feed({ kind: 'speech', active })),
  fc.boolean().map((active) => (talk: ConversationModel) => talk.feed({ kind: 'typing', active })),
  fc.boolean().map((cut) => (talk: ConversationModel) => talk.takeOver(cut)),
  fc.constant((talk: ConversationModel) => talk.feed({ kind: 'hand-back' })),
  fc.boolean().map((wanted) => (talk: ConversationModel) => talk.feed({ kind: 'sound-wanted', wanted })),
  fc.nat(12).map((utterance) => (talk: ConversationModel) => talk.feed({ kind: 'audible', utterance })),
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((progress) => (talk: ConversationModel) => talk.feed({ kind: 'loaded', progress })),
  // Wrong reports that a client could send: other utterances, too many sentences, an end that has not come.
  fc
    .tuple(fc.nat(12), fc.nat(9), fc.boolean())
    .map(([utterance, sentences, done]) => (talk: ConversationModel) => {
      if (utterance !== talk.playing?.id) talk.feed({ kind: 'played', utterance, sentences, done });
    }),
  fc.tuple(fc.nat(12), fc.string()).map(
    ([utterance, text]) =>
      (talk: ConversationModel) =>
        talk.feed({ kind: 'interrupt', heard: { utterance, text } }),
  ),
  // Late pieces of questions that are over.
  fc.nat(5).map((turn) => (talk: ConversationModel) => {
    if (turn !== talk.asked) {
      talk.feed({
        kind: 'reply',
        turn,
        items: [{ kind: 'sentence', text: 'late.', markup: 'late.' }],
        complete: false,
      });
      talk.feed({ kind: 'reply', turn, items: [], complete: true });
    }
  }),
);

describe('any conversation', () => {
  it('[LV30] [LV34] [LV36] [LV38] [LV41] [LV93] [LV94] keeps order, loses no sentence and comes to rest', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const talk = new ConversationModel();
        for (const one of acts) one(talk);
        talk.settle();
        expect(talk.heard).not.toContain('late.');
      }),
      { numRuns: 3_000 },
    );
  });

  it('[LV38] [LV39] lies about playback end nothing but the utterance they name', () => {
    const lie = fc.record({ utterance: fc.nat(6), sentences: fc.nat(9), done: fc.boolean() });
    fc.assert(
      fc.property(fc.array(lie, { maxLength: 30 }), (lies) => {
        const talk = opened();
        talk.announce('callback', 2, false);
        talk.announce('callback', 2, false);
        for (const one of lies) {
          const before = talk.state;
          talk.state = { ...before };
          const speaking = currentUtterance(before)?.id;
          if (one.utterance === speaking) continue;
          talk.feed({ kind: 'played', ...one });
          expect(currentUtterance(talk.state)?.id).toBe(speaking);
        }
        talk.settle();
      }),
    );
  });
});
