import { encodeAudio, type ServerFrame, type ServerFrames } from '@parley/protocol';
import type { SpeechPiece } from '../../../speech/index.ts';

type SpeechFrame = ServerFrames['speech'];

export interface SoundOutput {
  send(frame: ServerFrame): void;
  sendSound(bytes: Uint8Array): void;
}

/** Sends the sound of one sentence with its `speech` frames. */
export class SentenceSound {
  readonly #output: SoundOutput;
  readonly #sentence: ServerFrames['sentence'];
  #rate = 16_000;
  #durationMs = 0;
  /** Whether no sound has come yet. */
  isSilent = true;
  readonly #onFirstAudio: () => void;

  constructor(output: SoundOutput, sentence: ServerFrames['sentence'], onFirstAudio: () => void) {
    this.#output = output;
    this.#sentence = sentence;
    this.#onFirstAudio = onFirstAudio;
  }

  take(piece: SpeechPiece): void {
    switch (piece.kind) {
      case 'start':
        this.#rate = piece.format.sampleRate;
        return;
      case 'timing':
        return this.#send({
          visemes: piece.visemes.map(({ viseme, startMs, durationMs }) => [viseme, startMs, durationMs]),
          words: piece.words.map(({ startMs, durationMs, from, to }) => [startMs, durationMs, from, to]),
          marks: piece.marks.map(({ name, atMs }) => [name, atMs]),
        });
      case 'device': {
        const { voice, language, rate, pitch, volume } = piece;
        const marks = piece.marks.map(({ name, at }): [string, number] => [name, at]);
        const said = piece.said.map(({ from, to, text }): [number, number, string] => [from, to, text]);
        const device = { voice, language, rate, pitch, volume, marks };
        this.#begin();
        return this.#send({ device: said.length === 0 ? device : { ...device, said } });
      }
      case 'audio': {
        const { utterance, index: sentence } = this.#sentence;
        this.#durationMs += piece.durationMs;
        this.#output.sendSound(encodeAudio({ utterance, sentence, sound: piece.pcm }));
        return this.#begin();
      }
    }
  }

  #begin(): void {
    if (!this.isSilent) return;
    this.isSilent = false;
    this.#onFirstAudio();
  }

  finish(): void {
    this.#send({ done: true });
  }

  #send(part: Partial<Pick<SpeechFrame, 'visemes' | 'words' | 'marks' | 'device' | 'done'>>): void {
    const { utterance, index } = this.#sentence;
    this.#output.send({
      type: 'speech',
      utterance,
      index,
      rate: this.#rate,
      visemes: [],
      words: [],
      marks: [],
      done: false,
      durationMs: this.#durationMs,
      ...part,
    });
  }
}
