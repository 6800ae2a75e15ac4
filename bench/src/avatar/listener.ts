import { decodeAudio, pingEveryMs, type ServerFrame } from '@parley/protocol';
import type { RawData, WebSocket } from 'ws';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';

/** One reply as its listener heard it; times in microseconds of the machine's clock. */
export type Heard = {
  readonly leftAt: number | null;
  readonly firstAudioAt: number;
  readonly endedAt: number;
  /** From the first frame of a sentence's text to the end of its sound, and how long that sound is. */
  readonly sentences: readonly {
    readonly tookMicros: number;
    readonly soundMicros: number;
    /** Samples a second. They identify the voice. */
    readonly rate: number;
  }[];
  /** How often, and for how long at most, playback would have waited for more sound. */
  readonly gaps: number;
  readonly worstGapMicros: number;
};

type Sentence = { begunAt: number; rate: number; bytes: number; doneAt: number | null };
type Reply = {
  readonly utterance: number;
  leftAt: number | null;
  firstAudioAt: number | null;
  playedUntil: number;
  gaps: number;
  worstGapMicros: number;
  readonly sentences: Sentence[];
  expected: number | null;
};

const bytesPerSample = 2;
/** No reply of the bench takes this long. A reply that does not end fails with a message about what is missing. */
const replyLimitMs = 180_000;

/** A client with sound: it asks, receives the sound, and plays it by the clock, without a loudspeaker. */
export class Listener implements Disposable {
  readonly #socket: WebSocket;
  readonly #pings: NodeJS.Timeout;
  #reply: Reply | null = null;
  #waiting: PromiseWithResolvers<Heard> | null = null;
  #untilFirstSound = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: RawData, isBinary: boolean) => {
      try {
        if (isBinary) this.#takeSound(data as Buffer);
        else this.#takeFrame(JSON.parse((data as Buffer).toString()) as ServerFrame);
      } catch (error) {
        this.#waiting?.reject(error);
      }
    });
    socket.on('close', (code) => this.#waiting?.reject(new Error(`the service closed a socket: ${code}`)));
    socket.on('error', (error) => this.#waiting?.reject(error));
    this.#send({ type: 'audio', wanted: true });
    this.#send({ type: 'open' });
    this.#pings = setInterval(() => this.#send({ type: 'ping' }), pingEveryMs);
  }

  /** Asks, and waits for the end of the reply or only for its first sound. */
  ask(text: string, untilFirstSound = false): Promise<Heard> {
    this.#waiting = Promise.withResolvers();
    this.#untilFirstSound = untilFirstSound;
    this.#reply = null;
    this.#send({ type: 'message', text });
    const { promise, reject } = this.#waiting;
    const timer = setTimeout(
      () => reject(new Error(`a reply did not end: ${this.#progress()}`)),
      replyLimitMs,
    );
    return promise.finally(() => clearTimeout(timer));
  }

  /** Interrupts the reply. */
  hush(): void {
    this.#send({ type: 'interrupt' });
  }

  [Symbol.dispose](): void {
    clearInterval(this.#pings);
    this.#socket.removeAllListeners('close');
    this.#socket.terminate();
  }

  #progress(): string {
    const { sentences, expected } = this.#reply ?? { sentences: [], expected: null };
    const heard = sentences.map(({ bytes, doneAt }) => `${bytes} bytes${doneAt === null ? '' : ', done'}`);
    return `${expected ?? 'an unknown number of'} sentences; ${heard.join('; ') || 'none came'}`;
  }

  #takeFrame(frame: ServerFrame): void {
    const now = nowMicros();
    if (frame.type === 'error') throw new Error(`${frame.code}: ${frame.message}`);
    if (frame.type === 'sentence') {
      if (this.#reply?.utterance !== frame.utterance) this.#reply = newReply(frame.utterance);
      const left = /^Left at (\d+)\.$/.exec(frame.text)?.[1];
      if (left !== undefined) this.#reply.leftAt = Number(left);
      this.#reply.sentences[frame.index] = { begunAt: now, rate: 0, bytes: 0, doneAt: null };
      this.#settleFirst();
    }
    const reply = this.#reply;
    if (frame.type === 'speech' && frame.utterance === reply?.utterance) {
      const sentence = reply.sentences[frame.index];
      if (sentence === undefined) return;
      sentence.rate = frame.rate;
      if (frame.done) sentence.doneAt = now;
      if (frame.done && sentence.bytes === 0) throw new Error('a sentence came without sound');
      this.#settleWhole(now);
    }
    if (frame.type === 'utterance-end' && frame.utterance === reply?.utterance) {
      reply.expected = frame.sentences;
      this.#settleWhole(now);
    }
  }

  #takeSound(bytes: Buffer): void {
    const now = nowMicros();
    const frame = decodeAudio(bytes);
    const reply = this.#reply;
    if (frame === null || reply === null || frame.utterance !== reply.utterance) return;
    const sentence = reply.sentences[frame.sentence];
    if (sentence === undefined) return;
    sentence.bytes += frame.sound.length;
    const rate = sentence.rate === 0 ? 16_000 : sentence.rate;
    const soundMicros = (frame.sound.length / bytesPerSample / rate) * 1_000_000;
    if (reply.firstAudioAt === null) {
      reply.firstAudioAt = now;
      reply.playedUntil = now;
    } else if (now > reply.playedUntil) {
      reply.gaps += 1;
      reply.worstGapMicros = Math.max(reply.worstGapMicros, now - reply.playedUntil);
    }
    reply.playedUntil = Math.max(now, reply.playedUntil) + soundMicros;
    this.#settleFirst();
  }

  #settleFirst(): void {
    const reply = this.#reply;
    if (!this.#untilFirstSound || reply?.firstAudioAt == null || reply.leftAt === null) return;
    this.#settle(reply, nowMicros());
  }

  #settleWhole(now: number): void {
    const reply = this.#reply;
    if (this.#untilFirstSound || reply === null || reply.expected === null) return;
    if (reply.sentences.filter(({ doneAt }) => doneAt !== null).length < reply.expected) return;
    this.#send({ type: 'playback', utterance: reply.utterance, sentences: reply.expected, done: true });
    this.#settle(reply, now);
  }

  #settle({ leftAt, firstAudioAt, gaps, worstGapMicros, sentences }: Reply, endedAt: number): void {
    this.#reply = null;
    this.#waiting?.resolve({
      leftAt,
      firstAudioAt: firstAudioAt ?? endedAt,
      endedAt,
      gaps,
      worstGapMicros,
      sentences: sentences.map(({ begunAt, doneAt, bytes, rate }) => ({
        tookMicros: (doneAt ?? endedAt) - begunAt,
        soundMicros: (bytes / bytesPerSample / rate) * 1_000_000,
        rate,
      })),
    });
  }

  #send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }
}

const newReply = (utterance: number): Reply => ({
  utterance,
  leftAt: null,
  firstAudioAt: null,
  playedUntil: 0,
  gaps: 0,
  worstGapMicros: 0,
  sentences: [],
  expected: null,
});
