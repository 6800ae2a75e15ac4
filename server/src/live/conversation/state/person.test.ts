import { describe, expect, it } from 'vitest';
import { ask, type ConversationModel, opened } from '../../testing/conversation-model.ts';
import { currentUtterance, statusOf } from './conversation.ts';
import { PendingWords, restorePendingUtterances } from './pending-utterances.ts';

const unanswered = (talk: ConversationModel) => talk.state.person?.unanswered.map(({ number }) => number);

describe('a person in the conversation', () => {
  it('[LV93] answers instead of the brain, and what others want to say is held', () => {
    const talk = opened();
    talk.takeOver(true);
    ask(talk);
    ask(talk, 'are you there?');
    talk.announce('callback', 1, true);
    talk.announce('say', 1, false);
    expect(talk.asked).toBeNull();
    expect(talk.playing).toBeNull();
    talk.announce('person', 2, false);
    expect(unanswered(talk)).toEqual([]);
    talk.play();
    talk.play();
    expect(talk.heard).toEqual(['s3.', 's4.']);
    talk.feed({ kind: 'hand-back' });
    expect(talk.asked).toBeNull();
    talk.settle();
    expect(talk.heard).toEqual(['s3.', 's4.', 's1.', 's2.']);
  });

  it('[LV93] is interrupted by the visitor as usual, and the brain does not learn it as its own words', () => {
    const talk = opened();
    talk.takeOver(true);
    talk.announce('person', 2, false);
    talk.announce('person', 1, false);
    talk.play();
    ask(talk, 'wait');
    expect(talk.cutShort).toEqual(['s1.']);
    expect(talk.state.person?.unanswered).toMatchObject([{ message: 'wait', heard: null }]);
    talk.settle();
    expect(talk.heard).toEqual(['s1.', 's3.']);
    expect(talk.askedInOrder).toEqual([3]);
  });

  it('[LV94] cuts a reply that has begun, or lets it finish first', () => {
    for (const [cut, heard] of [
      [true, ['s1.', 's3.']],
      [false, ['s1.', 's2.', 's4.', 's3.']],
    ] as const) {
      const talk = opened();
      ask(talk);
      talk.reply(2);
      talk.play();
      talk.takeOver(cut);
      expect(talk.asked).toBe(cut ? null : 1);
      talk.announce('person', 1, false);
      talk.reply(1);
      talk.replied();
      talk.settle();
      expect(talk.heard).toEqual(heard);
      expect(talk.askedInOrder).toEqual([1]);
    }
  });

  it('[LV94] gets the questions that have no reply yet, and those behind the current one', () => {
    for (const cut of [true, false]) {
      const talk = opened();
      ask(talk);
      ask(talk, '<order/>', false);
      talk.takeOver(cut);
      expect([talk.asked, unanswered(talk)]).toEqual([null, [1, 2]]);
      talk.feed({
        kind: 'reply',
        turn: 1,
        items: [{ kind: 'sentence', text: 'late.', markup: 'late.' }],
        complete: true,
      });
      talk.announce('person', 1, false);
      // Tags are for the brain.
      expect(unanswered(talk)).toEqual([2]);
      talk.settle();
      expect(talk.heard).toEqual(['s1.']);
      expect(talk.askedInOrder).toEqual([1, 2]);
    }
  });

  it('[LV95] leaves questions unanswered: the brain is asked them in order', () => {
    const talk = opened();
    ask(talk);
    talk.takeOver(true);
    ask(talk, 'are you there?');
    talk.feed({ kind: 'hand-back' });
    expect(talk.asked).toBe(1);
    talk.settle();
    expect(talk.askedInOrder).toEqual([1, 1, 2]);
  });

  it('[LV95] hands back while words are still to be said: they come before what was held', () => {
    const talk = opened();
    talk.takeOver(true);
    talk.announce('person', 1, false);
    talk.announce('callback', 1, false);
    talk.announce('person', 1, false);
    talk.settle();
    expect(talk.heard).toEqual(['s1.', 's3.', 's2.']);
  });

  it('[LV96] keeps the session when a second person wants it', () => {
    const talk = opened();
    talk.takeOver(true, 'Ada');
    ask(talk);
    const { person } = talk.state;
    talk.takeOver(true, 'Ben');
    expect(talk.state.person).toBe(person);
    expect(person).toMatchObject({ person: { name: 'Ada' }, unanswered: [{ number: 1 }] });
    talk.settle();
  });

  it('[LV97] shows that they type, until they have said something', () => {
    const talk = opened();
    talk.takeOver(true);
    ask(talk);
    expect(statusOf(talk.state)).toBe('IDLE');
    talk.feed({ kind: 'typing', active: true });
    expect(statusOf(talk.state)).toBe('THINKING');
    talk.announce('person', 1, false);
    expect(statusOf(talk.state)).toBe('TALKING');
    talk.play();
    expect(statusOf(talk.state)).toBe('IDLE');
    talk.feed({ kind: 'typing', active: true });
    talk.feed({ kind: 'hand-back' });
    expect(statusOf(talk.state)).toBe('IDLE');
    talk.feed({ kind: 'typing', active: true });
    expect(talk.state.person).toBeNull();
    talk.settle();
  });

  it('[LV99] is still the speaker of words that the socket lost, and of words that were stored', () => {
    const talk = opened();
    talk.takeOver(true);
    talk.announce('person', 2, false);
    talk.play();
    talk.detach();
    expect(talk.state.pendingUtterances).toMatchObject([
      { kind: 'person', by: 'Ada', items: [{ text: 's2.' }] },
    ]);
    const packed = new PendingWords(talk.state.pendingUtterances).pack();
    const restored = restorePendingUtterances({ ...talk.state, pendingUtterances: [] }, packed);
    expect(restored.pendingUtterances).toMatchObject([{ kind: 'person', by: 'Ada' }]);
    expect(currentUtterance(restored)).toBeNull();
    talk.settle();
  });
});
