import { describe, expect, it } from 'vitest';
import { frameMs, frameSamples } from '../capture/frame.ts';
import { TurnListener } from './turn-listener.ts';

type Request = { readonly samples: number; answer(text: string): Promise<void>; fail(): Promise<void> };

/** A held button, with a recogniser that answers when the test says so. */
function holding({ costs = false } = {}) {
  const events: string[] = [];
  const requests: Request[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const released = Promise.withResolvers<void>();
  let now = 0;
  const listener = new TurnListener({
    nowMs: () => now,
    handleError: (message) => events.push(`error: ${message}`),
    recogniser: {
      isExpensive: costs,
      isReady: true,
      recognise: ({ length: samples }, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('cancelled')));
          requests.push({
            samples,
            answer: (text) => {
              resolve(text);
              return settle();
            },
            fail: () => {
              reject(new Error('No answer.'));
              return settle();
            },
          });
        }),
    },
    turn: {
      isReleased: false,
      released: released.promise,
      handleWords: (text) => events.push(text),
      handleHeard: () => events.push('heard'),
      handleDone: (text) => events.push(`done: ${text}`),
    },
  });
  const hear = (probability: number, ms: number) => {
    for (let heard = 0; heard < ms; heard += frameMs) {
      listener.handleFrame(new Float32Array(frameSamples), probability);
      now += frameMs;
    }
  };
  const last = (): Request => {
    const request = requests.at(-1);
    if (request === undefined) throw new Error('nothing was asked');
    return request;
  };
  return {
    ...{ listener, events, requests, last, settle, release: released.resolve },
    speak: (ms: number) => hear(0.9, ms),
    pause: (ms: number) => hear(0.05, ms),
  };
}

describe('a turn while a button is held', () => {
  it('[EA60] is one text over long pauses, and nothing is final before the release', async () => {
    const { listener, events, speak, pause, last } = holding();
    speak(1_000);
    await last().answer('My number is');
    pause(8_000);
    speak(600);
    await last().answer('My number is five');
    expect(events.some((event) => event.startsWith('done'))).toBe(false);
    listener.handleEnd();
    await last().answer('My number is five.');
    expect(events).toEqual([
      'My number is',
      'My number is five',
      'heard',
      'My number is five.',
      'done: My number is five.',
    ]);
  });

  it('[EA60] shows the words before a pause, also if the recogniser was busy when it came', async () => {
    const { events, speak, pause, last, requests } = holding();
    speak(700);
    speak(900);
    pause(2_000);
    expect(requests).toHaveLength(1);
    await last().answer('When do you');
    expect(requests).toHaveLength(2);
    await last().answer('When do you open?');
    pause(2_000);
    expect([events, requests.length]).toEqual([['When do you', 'When do you open?'], 2]);
  });

  it('[EA60] has no words if nothing was said', async () => {
    const { listener, events, pause, requests, settle } = holding();
    pause(3_000);
    listener.handleEnd();
    await settle();
    expect([events, requests]).toEqual([['heard', 'done: '], []]);
  });

  it('[EA61] is recognised in parts if it is long, and an expensive recogniser is asked once for each', async () => {
    const { listener, events, speak, pause, requests, settle } = holding({ costs: true });
    speak(21_000);
    pause(400);
    speak(5_000);
    expect(requests).toHaveLength(1);
    listener.handleEnd();
    expect(requests).toHaveLength(2);
    await requests[1]?.answer('second.');
    await requests[0]?.answer('First');
    await settle();
    expect(events.at(-1)).toBe('done: First second.');
    const sent = requests.reduce((sum, { samples }) => sum + samples, 0) / 16;
    expect(sent).toBeGreaterThan(26_000);
  });

  it('[EA61] has no words if a part of it fails', async () => {
    const { listener, events, speak, pause, requests, settle } = holding({ costs: true });
    speak(21_000);
    pause(400);
    speak(1_000);
    listener.handleEnd();
    await requests[0]?.fail();
    await requests[1]?.answer('not today.');
    await settle();
    expect(events).toContain('error: No answer.');
    expect(events.at(-1)).toBe('done: ');
  });

  it('[EA62] may be an "okay"', async () => {
    const { listener, events, speak, last, settle } = holding();
    speak(400);
    listener.handleEnd();
    await last().answer('Okay.');
    await settle();
    expect(events.at(-1)).toBe('done: Okay.');
  });

  it('[EA63] reports nothing after it was cancelled', async () => {
    const { listener, events, speak, last } = holding();
    speak(1_000);
    listener.close();
    await last().answer('Wait');
    speak(1_000);
    listener.handleEnd();
    expect(events).toEqual([]);
  });

  it('[EA63] is still recognised after the microphone was closed', async () => {
    const { listener, events, speak, last, settle } = holding();
    speak(1_000);
    await last().answer('When do');
    speak(300);
    listener.handleEnd();
    listener.close();
    await last().answer('When do you open?');
    await settle();
    expect(events.at(-1)).toBe('done: When do you open?');
  });

  it('[EA72] has no words if what hears it crashes, and is over when it is released', async () => {
    const { listener, events, speak, settle, release } = holding();
    speak(400);
    listener.handleCrash('Stopped.');
    await settle();
    expect(events).toEqual(['error: Stopped.']);
    release();
    await settle();
    expect(events).toEqual(['error: Stopped.', 'heard', 'done: ']);
  });

  it('[EA72] that was heard to its end has its words although what heard it crashes', async () => {
    const { listener, events, speak, last, settle } = holding();
    speak(400);
    listener.handleEnd();
    listener.handleCrash('Stopped.');
    await last().answer('Hello.');
    await settle();
    expect(events).toEqual(['heard', 'Hello.', 'done: Hello.']);
  });
});
