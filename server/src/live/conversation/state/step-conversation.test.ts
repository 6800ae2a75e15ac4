import { describe, expect, it } from 'vitest';
import { ask, ConversationModel, opened } from '../../testing/conversation-model.ts';
import { currentTurn, currentUtterance, statusOf } from './conversation.ts';

describe('the conversation', () => {
  it('[LV30] asks one question at a time, in the order in which they came', () => {
    const talk = opened();
    for (const message of ['<a/>', '<b/>', '<c/>']) ask(talk, message, false);
    expect(talk.askedInOrder).toEqual([1]);
    talk.replied();
    talk.replied();
    expect(talk.askedInOrder).toEqual([1, 2, 3]);
    talk.settle();
  });

  it('[LV31] a message with words abandons the current question and its answer is not said', () => {
    const talk = opened();
    ask(talk);
    talk.reply(2);
    talk.play();
    ask(talk, 'no, wait');
    expect(talk.askedInOrder).toEqual([1, 2]);
    expect(currentUtterance(talk.state)).toBeNull();
    expect(talk.cutShort).toEqual(['s1.']);
    expect(statusOf(talk.state)).toBe('THINKING');
    talk.feed({
      kind: 'reply',
      turn: 1,
      items: [{ kind: 'sentence', text: 'late.', markup: 'late.' }],
      complete: false,
    });
    talk.feed({ kind: 'reply', turn: 1, items: [], complete: true });
    talk.settle();
    expect(talk.heard).toEqual(['s1.']);
  });

  it('[LV32] a message of tags alone waits and interrupts nothing', () => {
    const talk = opened();
    ask(talk);
    talk.reply(2);
    ask(talk, '<order/>', false);
    expect(talk.askedInOrder).toEqual([1]);
    talk.replied();
    talk.settle();
    expect(talk.heard).toEqual(['s1.', 's2.']);
    expect(talk.askedInOrder).toEqual([1, 2]);
  });

  it('[LV34] a callback waits until a reply that is still coming is whole', () => {
    const talk = opened();
    ask(talk);
    talk.reply(1);
    talk.announce('callback', 1, false);
    talk.reply(1);
    talk.replied();
    talk.settle();
    expect(talk.heard).toEqual(['s1.', 's3.', 's2.']);
  });

  it('[LV35] a callback that asks to interrupt comes next and gives up the reply that is being said', () => {
    const talk = opened();
    ask(talk);
    talk.reply(2);
    talk.announce('callback', 1, false);
    talk.announce('callback', 1, true);
    talk.settle();
    expect(talk.heard).toEqual(['s4.', 's3.']);
    expect(talk.asked).toBeNull();
  });

  it('[LV35] an interrupting callback does not abandon a question without an answer', () => {
    const talk = opened();
    ask(talk);
    talk.announce('callback', 1, true);
    expect(talk.asked).toBe(1);
    talk.reply(1);
    talk.settle();
    expect(talk.heard).toEqual(['s1.', 's2.']);
  });

  it('[LV36] what was not reported as heard is said again under a new number', () => {
    const talk = opened();
    talk.announce('callback', 3, false);
    const first = talk.playing?.id ?? 0;
    talk.play();
    talk.detach();
    expect(talk.recorded).toEqual(['s1.']);
    talk.feed({ kind: 'attached' });
    expect(talk.playing).toMatchObject({ sent: ['s2.', 's3.'], ended: true });
    expect(talk.playing?.id).toBeGreaterThan(first);
    talk.settle();
    expect(talk.heard).toEqual(['s1.', 's2.', 's3.']);
  });

  it('[LV34] [LV36] a reply that was being said when the socket dropped goes on before what waited', () => {
    const talk = opened();
    ask(talk);
    talk.reply(2);
    talk.announce('callback', 1, false);
    talk.play();
    talk.detach();
    talk.reply(1);
    talk.settle();
    expect(talk.heard).toEqual(['s1.', 's2.', 's4.', 's3.']);
  });

  it('[LV34] [LV36] a reply that was played as far as it arrived keeps its place across a drop', () => {
    const talk = opened();
    ask(talk);
    talk.reply(1);
    talk.announce('callback', 1, false);
    talk.play();
    talk.detach();
    talk.reply(1);
    talk.settle();
    expect(talk.heard).toEqual(['s1.', 's3.', 's2.']);
  });

  it('[LV37] the next question carries what was heard: the client’s text if it matches, else what was reported', () => {
    for (const [claimed, heard] of [
      ['s1. s2', 's1. s2'],
      ['s1.   s2', 's1. s2'],
      ['', ''],
      ['something else', 's1.'],
      [null, 's1.'],
    ] as const) {
      const talk = opened();
      talk.announce('callback', 3, false);
      talk.play();
      const utterance = talk.playing?.id ?? 0;
      const claim = claimed === null ? null : { utterance, text: claimed };
      talk.feed({ kind: 'ask', message: 'stop', hasWords: true, heard: claim });
      expect(currentTurn(talk.state)?.heard).toBe(heard);
      talk.replied();
      ask(talk);
      expect(currentTurn(talk.state)?.heard).toBeNull();
    }
  });

  it('[LV38] the status follows from the state', () => {
    const talk = new ConversationModel();
    const status = () => statusOf(talk.state);
    expect(status()).toBe('UNLOADED');
    talk.feed({ kind: 'attached' });
    talk.feed({ kind: 'loaded', progress: 0.5 });
    expect(status()).toBe('UNLOADED');
    talk.feed({ kind: 'loaded', progress: 1 });
    expect(status()).toBe('LOADED');
    talk.feed({ kind: 'opened' });
    expect(status()).toBe('IDLE');
    talk.feed({ kind: 'speech', active: true });
    expect(status()).toBe('LISTENING');
    ask(talk);
    expect(status()).toBe('THINKING');
    talk.reply(1);
    expect(status()).toBe('TALKING');
    talk.replied();
    expect(status()).toBe('TALKING');
    talk.play();
    expect(status()).toBe('LISTENING');
    talk.detach();
    expect(status()).toBe('IDLE');
  });

  it('[LV39] a report of the end that comes too early does not end an answer that is still coming', () => {
    const talk = opened();
    ask(talk);
    talk.reply(1);
    const utterance = talk.playing?.id ?? 0;
    talk.feed({ kind: 'played', utterance, sentences: 1, done: true });
    talk.reply(1);
    expect(statusOf(talk.state)).toBe('TALKING');
    talk.replied();
    talk.feed({ kind: 'played', utterance, sentences: 2, done: true });
    expect(statusOf(talk.state)).toBe('IDLE');
  });

  it('[LV41] nothing is said before the visitor has opened the conversation', () => {
    const talk = new ConversationModel();
    talk.feed({ kind: 'attached' });
    talk.announce('callback', 1, true);
    ask(talk);
    talk.reply(1);
    expect(talk.playing).toBeNull();
    talk.settle();
    expect(talk.heard).toEqual(['s1.', 's2.']);
  });

  it('[LV54] a filler whose question was abandoned is not said any more', () => {
    const talk = opened();
    ask(talk);
    talk.detach();
    talk.announce('filler', 1, false);
    talk.feed({ kind: 'interrupt', heard: null });
    talk.settle();
    expect(talk.heard).toEqual([]);
  });
});
