import type { MicrophoneFrame } from '@parley/protocol';
import { toFloat32 } from '@parley/protocol/audio';
import type { Avatar } from '../../avatars/index.ts';
import { HearingFailure } from '../../hearing/index.ts';
import type { Log } from '../../kernel/index.ts';
import type { LiveSession } from '../session/live-session.ts';

/** Hears one turn of a visitor. */
export type HeardTurn = Disposable & {
  add(sound: Float32Array): void;
  hear(sound: Float32Array, isLast: boolean, signal: AbortSignal): Promise<string>;
};

/** Null if the avatar does not hear this language in the service. Throws if it cannot do so now. */
export type TurnOpener = (avatar: Avatar, language: string) => HeardTurn | null;

type OpenTurn = { readonly number: number; readonly turn: HeardTurn; samples: number };

/** The sound that comes on one socket. A turn that was not finished is lost with its socket. */
export class VisitorSound implements Disposable {
  readonly #session: LiveSession;
  readonly #openTurn: TurnOpener;
  readonly #log: Log;
  readonly #closing = new AbortController();
  #open: OpenTurn | null = null;
  /** Frames are taken in their order, also while a turn is being opened. */
  #work: Promise<void> = Promise.resolve();

  constructor(session: LiveSession, openTurn: TurnOpener, log: Log) {
    this.#session = session;
    this.#openTurn = openTurn;
    this.#log = log;
  }

  handleFrame(frame: MicrophoneFrame): void {
    const { limits } = this.#session;
    if (!limits.allows('frame') || !limits.allowsSound(frame.sound.length)) return this.#fail(frame);
    this.#work = this.#work
      .then(() => (this.#closing.signal.aborted ? undefined : this.#take(frame)))
      .catch((error: unknown) => this.#fail(frame, error));
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
    this.#forget();
  }

  async #take(frame: MicrophoneFrame): Promise<void> {
    const { number, at, wants } = { ...frame, number: frame.turn };
    if (at === 0 && this.#open?.number !== number) await this.#begin(frame);
    const open = this.#open;
    if (open === null || open.number !== number || open.samples !== at) return this.#fail(frame);
    const sound = samplesOf(frame.sound);
    const upTo = at + sound.length;
    open.samples = upTo;
    if (wants === 'nothing') return open.turn.add(sound);
    const last = wants === 'last-words';
    if (last) this.#open = null;
    // The next sound does not wait for these words.
    void open.turn.hear(sound, last, this.#closing.signal).then(
      (text) => this.#session.send({ type: 'words', turn: number, upTo, last, text }),
      (error: unknown) => this.#fail(frame, error),
    );
  }

  async #begin({ turn: number, language }: MicrophoneFrame): Promise<void> {
    this.#forget();
    const found = await this.#session.avatar();
    const turn =
      found === null || this.#closing.signal.aborted
        ? null
        : this.#openTurn(found.avatar, language || found.avatar.language);
    this.#open = turn === null ? null : { number, turn, samples: 0 };
  }

  /** The client gets a `words` frame without words. */
  #fail({ turn, at, wants, sound }: MicrophoneFrame, error?: unknown): void {
    if (this.#closing.signal.aborted) return;
    if (this.#open?.number === turn) this.#forget();
    if (error !== undefined) {
      const reason = error instanceof HearingFailure ? error.detail : String(error);
      this.#log.warn({ sessionId: this.#session.identity.id, reason }, 'could not hear a turn');
    }
    const upTo = at + sound.length / 2;
    this.#session.send({ type: 'words', turn, upTo, last: wants === 'last-words' });
  }

  #forget(): void {
    this.#open?.turn[Symbol.dispose]();
    this.#open = null;
  }
}

/** A copy, because samples of 16 bits must begin at an even address. */
const samplesOf = (bytes: Uint8Array): Float32Array =>
  toFloat32(new Int16Array(new Uint8Array(bytes).buffer));
