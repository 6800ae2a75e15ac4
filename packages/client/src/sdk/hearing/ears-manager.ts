import { type Hearing, hearingIn, readHearing, recogniserFor } from './ears-hearing.ts';
import {
  type AvatarFollower,
  type CapturedSound,
  type Ears,
  type EarsCallbacks,
  loadEars,
  type SoundCapture,
  type SoundLine,
} from './ears-interface.ts';
import type { HeldTurn } from './held-turn.ts';

export type EarsConfig = {
  readonly url: string;
  readonly avatarId: string;
  /** The visitor's language, for avatars without a language. */
  readonly locale: string;
  /** The call. Null while there is none. */
  line(): SoundLine | null;
};

type OpenEars = { readonly key: string; readonly ears: Ears };

/** Loads the ears when they are first needed, and keeps them while the microphone is off. */
export class EarsManager {
  readonly #config: EarsConfig;
  readonly #callbacks: EarsCallbacks;
  #hearing: Promise<Hearing> | null = null;
  #language: string | null = null;
  #opened: OpenEars | null = null;
  /** What is listened to now. Null: the ears decide themselves when the visitor is done. */
  #turn: HeldTurn | null = null;
  /** Turns whose words are not known. The microphone may be open for something else by then. */
  readonly #unknown = new Set<HeldTurn>();
  #work: Promise<unknown> = Promise.resolve();
  readonly #followers = new Set<AvatarFollower>();
  #speaking = false;
  #sentence = '';
  #disposed = false;

  constructor(config: EarsConfig, callbacks: EarsCallbacks) {
    this.#config = config;
    this.#callbacks = callbacks;
  }

  /** Overrides the avatar's language. An empty text does not. */
  set language(language: string) {
    this.#language = language || null;
  }

  /** The settings of the avatar are known. Those of a private avatar are not before its call. */
  handleAvatar(avatar: { readonly hearing?: unknown }): void {
    const hearing = hearingIn(avatar);
    if (hearing !== null) this.#hearing = Promise.resolve(hearing);
  }

  /** Prepares the capture while the browser asks for permission, so that no words are lost. Null if that is not possible. */
  async prepare(): Promise<SoundCapture | null> {
    const { url, avatarId } = this.#config;
    this.#hearing ??= readHearing(url, avatarId);
    try {
      const { prepareCapture } = await loadEars(url);
      return await prepareCapture();
    } catch {
      return null;
    }
  }

  /** Resolves when it listens to this microphone. A second call waits for the first. */
  listenTo(stream: MediaStream, sound: CapturedSound | null, turn: HeldTurn | null): Promise<void> {
    const before = [...this.#unknown];
    if (turn !== null) {
      this.#unknown.add(turn);
      void turn.words.then(() => this.#unknown.delete(turn));
      if (this.#disposed) turn.cancel();
    }
    const work = this.#work.then(() => this.#hear(stream, sound, turn, before));
    this.#work = work.then(() => turn?.heard).catch(() => {});
    return work;
  }

  /** A turn that was released is heard to its end. */
  pause(): void {
    if (!this.#turn?.isWaiting) this.#opened?.ears.pause();
  }

  handleSentence(text: string): void {
    this.#sentence = text;
    for (const follower of this.#followers) follower.handleSentence(text);
  }

  handleAvatarSpeech(active: boolean): void {
    this.#speaking = active;
    for (const follower of this.#followers) follower.handleAvatarSpeech(active);
  }

  dispose(): void {
    this.#disposed = true;
    for (const turn of this.#unknown) turn.cancel();
    this.#opened?.ears.close();
    this.#opened = null;
  }

  async #hear(
    stream: MediaStream,
    sound: CapturedSound | null,
    turn: HeldTurn | null,
    before: readonly HeldTurn[],
  ): Promise<void> {
    const { url, avatarId, locale } = this.#config;
    this.#hearing ??= readHearing(url, avatarId);
    const hearing = await this.#hearing;
    const { language: spoken, patience, turnModel } = hearing;
    const language = this.#language ?? spoken ?? locale;
    const recogniser = recogniserFor(hearing, language);
    if (recogniser === 'none') throw new Error('This avatar does not listen. You can type instead.');
    const key = `${recogniser} ${language}`;
    const opened = this.#opened;
    const isUsable = opened?.key === key && !opened.ears.hasCrashed;
    // Another recogniser takes the place of the one that still looks for the words of earlier turns.
    if (opened !== null && !isUsable) await Promise.all(before.map(({ words }) => words));
    const isOff = () => (turn === null ? !stream.active : turn.isCancelled);
    if (this.#disposed || isOff()) return;
    this.#turn = turn;
    if (isUsable) return opened.ears.listenTo(sound, turn);
    opened?.ears.close();
    this.#opened = null;
    const { openEars } = await loadEars(url).catch(() => {
      this.#hearing = null;
      throw new Error('Could not load speech recognition. You can type instead.');
    });
    const ears = await openEars({
      ...{ sound, turn, recogniser, language, patience },
      turnModel: turnModel === null ? null : `${url}${turnModel}`,
      callbacks: this.#callbacks,
      url,
      line: this.#config.line,
      followAvatar: (follower) => this.#follow(follower),
    });
    if (this.#disposed) return ears.close();
    this.#opened = { key, ears };
    if (isOff()) ears.pause();
  }

  #follow(follower: AvatarFollower): () => void {
    this.#followers.add(follower);
    if (this.#speaking) {
      follower.handleSentence(this.#sentence);
      follower.handleAvatarSpeech(true);
    }
    return () => this.#followers.delete(follower);
  }
}
