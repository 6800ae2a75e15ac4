import {
  loadEngine,
  naturalSetup,
  naturalSpec,
  type PersonName,
  people,
} from '../../../server/src/speech/index.ts';
import { loudnessOf, peakOf } from '../../../server/src/speech/natural/testing/loudness.ts';
import { voiceFolderUnderTest } from '../../../server/src/speech/natural/testing/natural-under-test.ts';
import type { Bench } from '../bench.ts';
import { median, pitchOf, semitones } from './pitch.ts';
import sentences from './sentences.json' with { type: 'json' };

const sampleRate = 24_000;
/** The last voiced frames, of 10 ms each, in which a melody arrives. */
const endFrames = 6;
const names = Object.keys(people) as PersonName[];

/**
 * The melody and loudness of the natural voice, measured on its sound: how far questions rise and fall, exclamations and
 * statements differ, and lists rise; then peaks and loudness of the twelve people. VOICES=mara,jonas chooses whose melody.
 */
export const melodyBench: Bench = async ({ signal, say }) => {
  if (voiceFolderUnderTest === null)
    throw new Error('The natural voice is not in DATA_DIR: run "./parley voice install".');
  const engine = await loadEngine(naturalSetup(voiceFolderUnderTest).folder);
  const hear = async (name: PersonName, text: string): Promise<Sound> => {
    signal.throwIfAborted();
    const pieces: Int16Array[] = [];
    const words: { readonly to: number; readonly endMs: number }[] = [];
    await engine.speak(
      { voice: naturalSpec(name), text, spans: [], isFirst: true, part: 'whole', tailMs: 250 },
      {
        timing: (timing) => words.push(...timing.words),
        audio: (samples) => pieces.push(samples),
        isCancelled: () => false,
      },
    );
    const samples = Float32Array.from(
      pieces.flatMap((piece) => [...piece]),
      (sample) => sample / 32_768,
    );
    return { text, samples, words };
  };
  const figures: Record<string, number> = {};
  const note = (name: string, value: number, about: string) => {
    figures[name] = Math.round(100 * value) / 100;
    say(`${name.padEnd(28)} ${value.toFixed(2)} ${about}`);
  };
  for (const name of (process.env.VOICES ?? 'mara,jonas').split(',') as PersonName[]) {
    const pairs = await hearPairs(name, sentences.pairs, hear);
    const rises = pairs.map(([statement, question]) => endHz(question) - endHz(statement));
    note(
      `${name}_yes_no_rise`,
      median(rises),
      'semitones at the end, question against statement, median of 20',
    );
    note(`${name}_yes_no_least`, Math.min(...rises), 'semitones, the smallest of 20');
    const falls: number[] = [];
    for (const text of sentences.asking) falls.push(endHz(await hear(name, text)));
    note(
      `${name}_asking_end`,
      median(falls),
      'semitones from the middle at the end of a wh-question, median of 10',
    );
    const exclaimed = await hearPairs(name, sentences.exclaimed, hear);
    const spreads = exclaimed.map(([plain, loud]) => spreadOf(loud) / spreadOf(plain));
    note(`${name}_exclaimed_range`, median(spreads), 'times the range of the same statement, median of 10');
    const louder = exclaimed.map(
      ([plain, loud]) => loudnessOf(loud.samples, sampleRate) - loudnessOf(plain.samples, sampleRate),
    );
    note(`${name}_exclaimed_louder`, median(louder), 'LU louder than the same statement, median of 10');
    const members: number[] = [];
    const lasts: number[] = [];
    for (const text of sentences.lists) {
      const list = await hear(name, text);
      const ends = list.words.filter(
        ({ to }) => list.text.charAt(to) === ',' || list.text.charAt(to - 1) === ',',
      );
      members.push(...ends.map(({ endMs }) => endHz(list, endMs)));
      lasts.push(endHz(list));
    }
    note(`${name}_list_members_end`, median(members), 'semitones from the middle at the end of members');
    note(`${name}_list_last_end`, median(lasts), 'semitones from the middle at the end of the last one');
    for (const [kind, text] of Object.entries(sentences.kinds)) {
      const sound = await hear(name, text);
      note(
        `${name}_one_${kind}_end`,
        endHz(sound),
        `semitones from the middle; ${longestSilenceMs(sound)} ms silence`,
      );
    }
  }
  const levels: number[] = [];
  const peaks: number[] = [];
  say('voice     peak dBFS  loudness LUFS  pace  pauses  breath dB  brightness dB/octave');
  for (const name of names) {
    const all: number[] = [];
    for (const text of sentences.loudness) all.push(...(await hear(name, text)).samples);
    const samples = Float32Array.from(all);
    const { pace, pauses, breath, brightness } = people[name].shape;
    levels.push(loudnessOf(samples, sampleRate));
    peaks.push(peakOf(samples));
    say(
      `${name.padEnd(9)} ${peaks.at(-1)?.toFixed(1).padStart(9)}  ${levels.at(-1)?.toFixed(2).padStart(13)}  ${[pace, pauses, breath, brightness].join('  ')}`,
    );
  }
  note('highest_peak_dbfs', Math.max(...peaks), '');
  note(
    'loudness_spread_lu',
    Math.max(...levels) - Math.min(...levels),
    'between the loudest and the softest',
  );
  return figures;
};

type Sound = {
  readonly text: string;
  readonly samples: Float32Array;
  readonly words: readonly { readonly to: number; readonly endMs: number }[];
};

async function hearPairs(
  name: PersonName,
  pairs: readonly (readonly string[])[],
  hear: (name: PersonName, text: string) => Promise<Sound>,
): Promise<(readonly [Sound, Sound])[]> {
  const heard: (readonly [Sound, Sound])[] = [];
  for (const [plain = '', other = ''] of pairs)
    heard.push([await hear(name, plain), await hear(name, other)]);
  return heard;
}

const voiced = (samples: Float32Array): number[] => pitchOf(samples, sampleRate).filter((hz) => hz > 0);

/** Where the pitch arrives, in semitones from the middle of the sentence. */
function endHz({ samples }: Sound, endMs = Number.POSITIVE_INFINITY): number {
  const middle = median(voiced(samples));
  const until = voiced(samples.subarray(0, (endMs * sampleRate) / 1_000 + 1_200));
  return median(until.slice(-endFrames).map((hz) => semitones(hz, middle)));
}

/** The longest silence before the tail. */
function longestSilenceMs({ samples }: Sound): number {
  const size = sampleRate / 100;
  const isQuiet = Array.from({ length: Math.floor(samples.length / size) }, (_, at) =>
    samples.subarray(at * size, (at + 1) * size).every((sample) => Math.abs(sample) < 0.01) ? 'q' : ' ',
  );
  const runs = isQuiet.join('').split(' ').slice(0, -1);
  return 10 * Math.max(...runs.map(({ length }) => length));
}

/** The standard deviation of the pitch, in semitones. */
function spreadOf({ samples }: Sound): number {
  const hz = voiced(samples);
  const middle = median(hz);
  return Math.sqrt(hz.reduce((sum, each) => sum + semitones(each, middle) ** 2, 0) / Math.max(1, hz.length));
}
