import { describe, expect, it } from 'vitest';
import { BrowserListener } from './browser-listener.ts';

function listening() {
  const events: string[] = [];
  let now = 10_000;
  const listener = new BrowserListener(
    'en-US',
    {
      handleSpeech: (active) => events.push(active ? 'speech' : 'silence'),
      handleWords: (text, final) => events.push(`${final ? 'final' : 'partial'}: ${text}`),
      handleDuck: () => events.push('duck'),
      handleInterrupt: () => events.push('interrupt'),
      handleError: (message) => events.push(message),
    },
    () => now,
  );
  return {
    listener,
    events,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('the browser’s own recogniser', () => {
  it('[EA20] [EA24] stops the avatar once, by words', () => {
    const { listener, events } = listening();
    listener.handleAvatarSpeech(true);
    listener.handleSentence('There are many things to see in our town.');
    listener.handleSpeech(true);
    listener.handleWords('wait', false);
    listener.handleWords('wait a moment', false);
    listener.handleAvatarSpeech(false);
    listener.handleWords('wait a moment please', true);
    expect(events).toEqual([
      'interrupt',
      'partial: wait',
      'partial: wait a moment',
      'final: wait a moment please',
    ]);
  });

  it('[EA10] [EA22] is not misled by the avatar’s own voice or by a listener’s sounds', () => {
    const { listener, events, wait } = listening();
    listener.handleAvatarSpeech(true);
    listener.handleSentence('There are many things to see in our town.');
    wait(1_000);
    listener.handleWords('there are many', false);
    listener.handleWords('mm-hmm', true);
    wait(2_000);
    listener.handleAvatarSpeech(false);
    wait(500);
    listener.handleWords('there are many things to see in our town', true);
    expect(events).toEqual([]);
  });

  it('[EA11] [EA23] [EA32] while the avatar is silent, all words are the visitor’s', () => {
    const { listener, events, wait } = listening();
    listener.handleAvatarSpeech(true);
    listener.handleSentence('Red or blue?');
    listener.handleAvatarSpeech(false);
    wait(6_000);
    listener.handleSpeech(true);
    listener.handleWords('blue', true);
    listener.handleSpeech(false);
    listener.handleWords('okay', true);
    expect(events).toEqual(['speech', 'final: blue', 'silence', 'final: okay']);
  });
});
