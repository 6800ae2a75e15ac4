import { sampleRate } from '../../natural/wave/frames.ts';
import type { SpeechUnit } from '../../units/unit.ts';
import type { ThreadEvents, VoiceThread } from '../thread.ts';

const pieceMs = 600;
const piece = new Int16Array((pieceMs * sampleRate) / 1_000);
const msPerCharacter = 65;

/** A thread that makes silence. The test sets how long that takes: milliseconds for each millisecond of sound. */
export function timedThread({ ready, report }: ThreadEvents, factor: () => number): VoiceThread {
  let order = 0;
  let cancelled = 0;
  let cpuMs = 0;
  const after = (soundMs: number, then: () => void) => {
    const tookMs = soundMs * factor();
    cpuMs += tookMs;
    setTimeout(then, tookMs);
  };
  const make = (mine: number, restMs: number): void => {
    if (restMs <= 0 || cancelled === mine) report({ kind: 'done', order: mine, cpuMs });
    else
      after(pieceMs, () => {
        report({ kind: 'audio', order: mine, samples: piece });
        make(mine, restMs - pieceMs);
      });
  };
  setTimeout(ready, 1);
  return {
    speak(unit: SpeechUnit) {
      order += 1;
      cpuMs = 0;
      make(order, lengthOf(unit) * msPerCharacter);
    },
    cancel() {
      cancelled = order;
    },
    end: async () => undefined,
    retire: async () => undefined,
  };
}

/** The first clause ends with the comma. */
function lengthOf({ text, part }: SpeechUnit): number {
  const beginning = text.indexOf(',') + 1;
  if (part === 'whole') return text.length;
  return part === 'beginning' ? beginning : text.length - beginning;
}
