import { GainCurve, type GainStep } from '../pcm/gain-curve.ts';
import type { SpeechUnit, UnitSink } from '../units/unit.ts';
import { FliteLibrary } from './flite-library.ts';
import { type FliteVoiceName, fliteRate, fliteVoices } from './flite-voices.ts';
import { readUnit } from './read-unit.ts';
import { addTokens, computeLayout, type UnitLayout, type UnitWords } from './utterance.ts';

/** The first piece is short, so that it is heard early. Until it is complete, flite calls back often. */
const askedSamples = fliteRate / 40;
const firstSamples = fliteRate / 10;
const furtherSamples = fliteRate / 5;
/** The C code is restarted after this many units, in case it leaks memory or is in a bad state. */
const maxUnits = 1_000;
const maxBytes = 96 * 1_024 * 1_024;
/** Silence before the first word would only delay it. Between units the tail is the pause. */
const leadInMs = 20;

type Run = {
  readonly unit: UnitWords;
  readonly sink: UnitSink;
  readonly utterance: number;
  readonly stream: number;
};

/** Speaks one unit after the other. Each call returns when its unit has been synthesized. */
export class FliteEngine {
  readonly #module: WebAssembly.Module;
  #flite: FliteLibrary;
  #units = 0;
  #onSound: (wave: number, start: number, samples: number) => boolean = () => false;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#flite = this.#load();
  }

  speak(unit: SpeechUnit<FliteVoiceName>, sink: UnitSink): void {
    this.#units += 1;
    try {
      const { voice, isFirst, tailMs } = unit;
      this.#run({ voice, words: readUnit(unit), leadMs: isFirst ? leadInMs : 0, tailMs }, sink);
    } catch (error) {
      this.#units = maxUnits;
      throw error;
    }
  }

  /** Restarts the program if that is due. Call it when no caller waits. */
  refresh(): void {
    if (this.#units < maxUnits && this.#flite.memoryBytes < maxBytes) return;
    this.#units = 0;
    this.#flite = this.#load();
  }

  #load(): FliteLibrary {
    return new FliteLibrary(this.#module, (wave, start, samples) => this.#onSound(wave, start, samples));
  }

  #run(unit: UnitWords, sink: UnitSink): void {
    if (unit.words.length === 0) return;
    const flite = this.#flite;
    const { call } = flite;
    const utterance = call.new_utterance();
    call.utt_init(utterance, call.flite_voice_select(flite.literal(unit.voice)));
    const stream = flite.newStream(askedSamples);
    const info = call.audio_streaming_info_val(stream);
    call.feat_set(flite.featuresOf(utterance), flite.literal('streaming_info'), info);
    addTokens(flite, utterance, unit);
    const sound = new UnitSound(flite, { unit, sink, utterance, stream });
    this.#onSound = (wave, start, samples) => sound.take(wave, start, samples);
    call.utt_synth_tokens(utterance);
    sound.finish();
    call.delete_utterance(utterance);
  }
}

/** Passes on the sound that flite makes for one unit: cuts the silence around it and adjusts the loudness. */
class UnitSound {
  readonly #flite: FliteLibrary;
  readonly #run: Run;
  #layout: UnitLayout | undefined;
  #gain: GainCurve | undefined;
  #held: Int16Array<ArrayBuffer>[] = [];
  #heldSamples = 0;
  #sent = 0;

  constructor(flite: FliteLibrary, run: Run) {
    this.#flite = flite;
    this.#run = run;
  }

  take(wave: number, start: number, count: number): boolean {
    if (this.#run.sink.isCancelled()) return false;
    const layout = this.#computeLayout();
    const cut = toSamples(layout.cutMs);
    const from = Math.max(start, cut);
    const to = Math.min(start + count, cut + toSamples(layout.timing.durationMs));
    if (to > from) this.#hold(this.#flite.samplesOf(wave, from, to - from).slice());
    if (this.#heldSamples >= (this.#sent === 0 ? firstSamples : furtherSamples)) {
      this.#send();
      this.#flite.setLeastSamples(this.#run.stream, furtherSamples);
    }
    return true;
  }

  /** The last frame may be some samples shorter than the total length of the phones. */
  finish(): void {
    if (this.#run.sink.isCancelled()) return;
    const missing = toSamples(this.#computeLayout().timing.durationMs) - this.#sent - this.#heldSamples;
    if (missing > 0) this.#hold(new Int16Array(missing));
    if (this.#heldSamples > 0) this.#send();
  }

  #computeLayout(): UnitLayout {
    if (this.#layout !== undefined) return this.#layout;
    const { unit, sink, utterance } = this.#run;
    this.#layout = computeLayout(this.#flite, utterance, unit);
    this.#gain = new GainCurve(gainsOf(unit, this.#layout));
    sink.timing(this.#layout.timing);
    return this.#layout;
  }

  #hold(samples: Int16Array<ArrayBuffer>): void {
    this.#held.push(samples);
    this.#heldSamples += samples.length;
  }

  #send(): void {
    const samples = new Int16Array(this.#heldSamples);
    let at = 0;
    for (const part of this.#held) {
      samples.set(part, at);
      at += part.length;
    }
    this.#gain?.apply(samples, this.#sent);
    this.#sent += samples.length;
    this.#held = [];
    this.#heldSamples = 0;
    this.#run.sink.audio(samples);
  }
}

function gainsOf(unit: UnitWords, { wordTimes }: UnitLayout): GainStep[] {
  const own = fliteVoices[unit.voice].gain;
  return unit.words.flatMap(({ gain }, index) => {
    const start = wordTimes[index]?.[0];
    return start === undefined ? [] : [{ from: toSamples(start), gain: gain * own }];
  });
}

const toSamples = (ms: number): number => Math.round((ms * fliteRate) / 1_000);
