import type { AudioFrame } from '@parley/protocol';
import type { PlaybackReport, Player, Sentence, Speech } from '../../playback.ts';
import type { Caption } from '../events.ts';
import type { DeviceSpeechStyle } from './device-sentence.ts';
import type { DeviceVoice } from './device-voice.ts';
import type { Sound } from './sound.ts';
import { SpokenSentence } from './spoken-sentence.ts';

export type PlayerCallbacks = {
  /** The current sentence and how much of it has been spoken. Null in silence. */
  handleCaption(caption: Caption | null): void;
  handleSentenceStart(sentence: SpokenSentence, elapsedMs: () => number): void;
  /** The sentence has ended. `heard` is the part that was heard if it was interrupted. */
  handleSentenceEnd(sentence: SpokenSentence, heard: string): void;
  handleSilence(): void;
};

const tickMs = 40;
const gapMs = 120;
/** If a voice does not start within this time, the words of the sentence are shown instead. */
const startTimeoutMs = 5_000;

/** Plays sentences one after another: with sound if there is any, else at reading pace. */
export class VoicePlayer implements Player {
  #report: PlaybackReport;
  #sound: () => Sound | null;
  #device: DeviceVoice;
  #callbacks: PlayerCallbacks;
  #queue: SpokenSentence[] = [];
  #heard: string[] = [];
  #played = 0;
  #total: number | null = null;
  #utterance = 0;
  #showing: SpokenSentence | null = null;
  #reached = -1;
  /** For the next sentence. */
  #pauseMs = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    report: PlaybackReport,
    sound: () => Sound | null,
    device: DeviceVoice,
    callbacks: PlayerCallbacks,
  ) {
    this.#report = report;
    this.#sound = sound;
    this.#device = device;
    this.#callbacks = callbacks;
  }

  sentence(sentence: Sentence): void {
    if (sentence.utterance !== this.#utterance) this.#begin(sentence.utterance);
    this.#queue.push(new SpokenSentence(sentence, this.#pauseMs));
    this.#pauseMs = 0;
    this.#timer ??= setInterval(() => this.#tick(), tickMs);
    if (!this.#hears()) this.#tick();
  }

  /**
   * Does something when the sentences so far have been played. The service's sound contains the pauses. `pauseMs` is
   * for a device that speaks, and for words that are only shown.
   */
  cue(act: () => void, pauseMs: number): void {
    const last = this.#queue.at(-1);
    if (last === undefined) act();
    else last.cues.push(act);
    this.#pauseMs += pauseMs;
  }

  speech(speech: Speech): void {
    const entry = this.#find(speech.utterance, speech.index);
    if (entry === undefined) return;
    entry.take(speech);
    for (const frame of entry.earlyAudio.splice(0)) this.audio(frame);
  }

  audio(frame: AudioFrame): void {
    const entry = this.#find(frame.utterance, frame.sentence);
    const sound = this.#sound();
    if (entry === undefined || sound === null || !sound.isOpen) return;
    if (entry.rate === null) {
      entry.earlyAudio.push(frame);
      return;
    }
    const bytes = frame.sound.slice(0, frame.sound.length & ~1);
    const samples = new Int16Array(bytes.buffer);
    const { startMs, endMs } = sound.play(samples, entry.rate, entry.hasSound ? 0 : gapMs);
    entry.hasSound = true;
    entry.startMs ??= startMs;
    entry.endMs = endMs;
  }

  utteranceEnd(utterance: number, sentences: number): void {
    if (utterance !== this.#utterance) this.#begin(utterance);
    this.#total = sentences;
    this.#timer ??= setInterval(() => this.#tick(), tickMs);
    this.#tick();
  }

  stop(): string {
    const [current] = this.#queue;
    const now = this.#nowMs();
    const partly = current === undefined ? '' : current.sentence.text.slice(0, current.reached(now)).trim();
    const heard = [...this.#heard, partly].filter((text) => text !== '').join(' ');
    if (this.#showing !== null && this.#showing === current)
      this.#callbacks.handleSentenceEnd(current, partly);
    this.dispose();
    return heard;
  }

  dispose(): void {
    this.#sound()?.silence();
    this.#queue[0]?.device?.stop();
    this.#clear();
  }

  /** Only for the first sentence of the queue: a device that is stopped drops its whole queue. */
  #speakByDevice(entry: SpokenSentence, manner: DeviceSpeechStyle): void {
    entry.deviceStyle = null;
    entry.device = this.#device.speak(entry, manner, {
      handleStart: () => {
        entry.startMs = this.#nowMs();
        this.#tick();
      },
      handleEnd: () => {
        entry.endMs = this.#nowMs();
        this.#tick();
      },
    });
    if (entry.device === null) entry.hasSound = false;
  }

  #begin(utterance: number): void {
    this.#utterance = utterance;
    this.#heard = [];
    this.#played = 0;
    this.#total = null;
  }

  #clear(): void {
    this.#queue = [];
    this.#heard = [];
    this.#total = null;
    this.#pauseMs = 0;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#show(null);
  }

  #hears(): boolean {
    return this.#sound()?.isOpen ?? false;
  }

  #nowMs(): number {
    const sound = this.#sound();
    return sound?.isOpen ? sound.nowMs : performance.now();
  }

  #find(utterance: number, index: number): SpokenSentence | undefined {
    return this.#queue.find(({ sentence }) => sentence.utterance === utterance && sentence.index === index);
  }

  #tick(): void {
    const now = this.#nowMs();
    for (let [entry] = this.#queue; entry !== undefined; [entry] = this.#queue) {
      if (entry.holds(now)) return;
      if (entry.deviceStyle !== null) this.#speakByDevice(entry, entry.deviceStyle);
      const late = !entry.hasSound && performance.now() - entry.madeAt > startTimeoutMs;
      const soundless = !entry.hasSound && (entry.complete || late || !this.#hears());
      if (entry.startMs === null && soundless) entry.beginSilently(now);
      if (entry.startMs !== null && now >= entry.startMs) this.#show(entry);
      const over = entry.complete && entry.endMs !== null && now >= entry.endMs;
      this.#caption(now);
      if (!over) return;
      this.#finish(entry);
    }
    if (this.#total !== null && this.#played >= this.#total) {
      const utterance = this.#utterance;
      const total = this.#total;
      this.#clear();
      this.#report.finished(utterance, total);
    }
  }

  #finish(entry: SpokenSentence): void {
    this.#queue.shift();
    this.#heard.push(entry.sentence.text);
    this.#callbacks.handleSentenceEnd(entry, entry.sentence.text);
    for (const act of entry.cues) act();
    this.#played += 1;
    if (this.#total === null || this.#played < this.#total)
      this.#report.played(this.#utterance, this.#played);
  }

  /** Reports the caption if it has advanced. */
  #caption(nowMs: number): void {
    const reached = this.#showing?.reached(nowMs) ?? -1;
    if (this.#showing === null || reached === this.#reached) return;
    this.#reached = reached;
    const { text, language } = this.#showing.sentence;
    this.#callbacks.handleCaption({ text, reached, ...(language !== undefined && { language }) });
  }

  #show(entry: SpokenSentence | null): void {
    if (entry === this.#showing) return;
    this.#showing = entry;
    this.#reached = -1;
    if (entry === null) {
      this.#callbacks.handleCaption(null);
      this.#callbacks.handleSilence();
      return;
    }
    this.#callbacks.handleSentenceStart(entry, () => entry.elapsed(this.#nowMs()));
  }
}
