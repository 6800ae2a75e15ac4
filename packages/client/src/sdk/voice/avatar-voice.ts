import type { PlaybackReport } from '../../playback.ts';
import type { TagEvent } from '../../tag-event.ts';
import type { Caption, ParleyEvents } from '../events.ts';
import { DeviceVoice } from './device-voice.ts';
import { Sound } from './sound.ts';
import type { SpokenSentence } from './spoken-sentence.ts';
import { VoicePlayer } from './voice-player.ts';

export type VoiceCallbacks = {
  handleCaption(caption: Caption | null): void;
  handleTranscript(transcript: ParleyEvents['avatar-transcript']): void;
  handleSentence(sentence: SpokenSentence, elapsedMs: () => number): void;
  /** The avatar has started or stopped speaking. */
  handleSpeech(active: boolean): void;
  /** Whether sound can be played, and which languages the device can speak, has changed. */
  handleOpen(isOpen: boolean, deviceLanguages: readonly string[]): void;
};

const gestures = ['pointerup', 'keyup'] as const;

/** The avatar's voice in the page, with captions and transcripts. */
export class AvatarVoice {
  #callbacks: VoiceCallbacks;
  #sound: Sound | null = null;
  #device = new DeviceVoice(() => this.#reportOpen());
  #player: VoicePlayer | null = null;
  #enabled = true;
  #speaks = false;
  /** True while the page provides its own sound. The service's voice is then silent. */
  #quiet = false;

  constructor(callbacks: VoiceCallbacks) {
    this.#callbacks = callbacks;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  set enabled(enabled: boolean) {
    this.#enabled = enabled;
    if (this.#sound !== null) this.#sound.muted = !enabled;
    this.#hush();
  }

  /** True if the service's voice can be heard now. */
  get isOpen(): boolean {
    return !this.#quiet && (this.#sound?.isOpen ?? false);
  }

  /** The languages that the device can speak by itself. */
  get deviceLanguages(): readonly string[] {
    return this.#device.languages;
  }

  /** The output for other sound of the avatar. The speaker switch applies to it too. */
  get output(): AudioNode | null {
    return this.#sound?.output ?? null;
  }

  set quiet(quiet: boolean) {
    if (quiet === this.#quiet) return;
    if (quiet) this.#sound?.silence();
    this.#quiet = quiet;
    this.#hush();
    this.#reportOpen();
  }

  set ducked(ducked: boolean) {
    if (this.#sound !== null) this.#sound.ducked = ducked;
  }

  /** Best called on a click. Without one the browser may block the sound until the next click. */
  async unlock(): Promise<boolean> {
    if (this.#sound === null) {
      const sound = new Sound();
      sound.muted = !this.#enabled;
      sound.onChange(() => this.#reportOpen());
      this.#sound = sound;
    }
    this.#device.unlock();
    const isOpen = await this.#sound.unlock();
    if (isOpen) this.#ignoreGestures();
    else for (const type of gestures) document.addEventListener(type, this.#gesture);
    return isOpen;
  }

  readonly makePlayer = (report: PlaybackReport): VoicePlayer => {
    this.#player?.dispose();
    this.#player = new VoicePlayer(report, () => (this.#quiet ? null : this.#sound), this.#device, {
      handleCaption: (caption) => this.#handleCaption(caption),
      handleSentenceStart: (sentence, elapsedMs) => {
        this.#current = sentence;
        this.#speak(true);
        this.#callbacks.handleSentence(sentence, elapsedMs);
      },
      handleSentenceEnd: (sentence, heard) => this.#transcribe(sentence, heard, true),
      handleSilence: () => this.#speak(false),
    });
    return this.#player;
  };

  /** Does something when the avatar's speech reaches this tag. */
  cue({ name, attributes }: TagEvent, act: () => void): void {
    const pauseMs = name === 'svc-pause' ? Number(attributes.ms) || 0 : 0;
    if (this.#player === null) act();
    else this.#player.cue(act, pauseMs);
  }

  async close(): Promise<void> {
    this.#ignoreGestures();
    this.#player?.dispose();
    this.#player = null;
    this.#device.close();
    const sound = this.#sound;
    this.#sound = null;
    await sound?.close();
  }

  #current: SpokenSentence | null = null;
  readonly #gesture = (): void => {
    void this.unlock();
  };

  #reportOpen(): void {
    this.#callbacks.handleOpen(this.isOpen, this.deviceLanguages);
  }

  #hush(): void {
    this.#device.silent = this.#quiet || !this.#enabled;
  }

  #ignoreGestures(): void {
    for (const type of gestures) document.removeEventListener(type, this.#gesture);
  }

  #handleCaption(caption: Caption | null): void {
    this.#callbacks.handleCaption(caption);
    if (caption === null || this.#current === null || caption.reached >= caption.text.length) return;
    this.#transcribe(this.#current, caption.text.slice(0, caption.reached).trim(), false);
  }

  #transcribe({ sentence }: SpokenSentence, text: string, final: boolean): void {
    const { utterance, index } = sentence;
    this.#callbacks.handleTranscript({ text, final, sentence: sentence.text, utterance, index });
  }

  #speak(active: boolean): void {
    if (active === this.#speaks) return;
    this.#speaks = active;
    this.#callbacks.handleSpeech(active);
  }
}
