import { frameMs, frameSamples } from '../../capture/frame.ts';
import { Listener } from '../listener.ts';

type Request = {
  readonly samples: number;
  answer(text: string): Promise<void>;
  fail(message: string): Promise<void>;
};

/** A listener with a recogniser that answers when the test says so, and a clock that counts frames. */
export function listening({
  costs = false,
  needsEnd = false,
  isReady = true,
  judges = false,
  writesSentences = false,
  language = 'en-US',
} = {}) {
  const events: string[] = [];
  const requests: Request[] = [];
  const verdicts: ((probability: number | null) => void)[] = [];
  let now = 0;
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const listener = new Listener({
    language,
    nowMs: () => now,
    patienceMs: 2_000,
    judge: {
      isReady: judges,
      handleSegment: () => {},
      probability: () => new Promise((resolve) => verdicts.push(resolve)),
    },
    recogniser: {
      isExpensive: costs,
      isReady,
      needsEnd,
      writesSentences,
      recognise: (sound) =>
        new Promise((resolve, reject) => {
          // Transfers the buffer like a worker.
          const { length } = structuredClone(sound, { transfer: [sound.buffer] });
          requests.push({
            samples: length,
            answer: (text) => {
              resolve(text);
              return settle();
            },
            fail: (message) => {
              reject(new Error(message));
              return settle();
            },
          });
        }),
    },
    callbacks: {
      handleSpeech: (active) => events.push(active ? 'speech' : 'silence'),
      handleWords: (text, final) => events.push(`${final ? 'final' : 'partial'}: ${text}`),
      handleDuck: (ducked) => events.push(ducked ? 'duck' : 'restore'),
      handleInterrupt: () => events.push('interrupt'),
      handleError: (message) => events.push(`error: ${message}`),
    },
  });
  const hear = (probability: number, ms: number) => {
    for (let heard = 0; heard < ms; heard += frameMs) {
      listener.handleFrame(new Float32Array(frameSamples), probability, now);
      now += frameMs;
    }
  };
  return {
    listener,
    events,
    requests,
    settle,
    verdicts,
    judge: (isDone: boolean | null) => {
      verdicts.shift()?.(isDone === null ? null : isDone ? 0.95 : 0.05);
      return settle();
    },
    speak: (ms: number) => hear(0.9, ms),
    pause: (ms: number) => hear(0.05, ms),
    last: (): Request => {
      const question = requests.at(-1);
      if (question === undefined) throw new Error('nothing was asked');
      return question;
    },
  };
}
