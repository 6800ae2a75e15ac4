import type { LiveClient } from '../../live-client.ts';

/** `live` is a server that takes sound while the visitor speaks. */
export type RecogniserKind = 'built-in' | 'browser' | 'server' | 'live';

/** How long the avatar waits if the visitor pauses in the middle of a sentence. */
export type Patience = 'quick' | 'normal' | 'patient';

/** What the ears report. */
export type EarsCallbacks = {
  /** Loading progress of the recogniser, 0 to 1. */
  handleProgress(fraction: number): void;
  /** The level of the microphone, 0 to 1. */
  handleLevel(level: number): void;
  /** The visitor has started or stopped speaking. */
  handleSpeech(active: boolean): void;
  /** Recognised words. Only final ones are answered. */
  handleWords(text: string, final: boolean): void;
  /** Lower the avatar's voice until it is clear whether the visitor interrupts. */
  handleDuck(ducked: boolean): void;
  /** The visitor interrupts. The avatar must stop. */
  handleInterrupt(): void;
  /** An error message for the visitor. */
  handleError(message: string): void;
};

/** Follows what the avatar says, so that its voice is not mistaken for the visitor's. */
export type AvatarFollower = {
  /** This sentence has started to play. */
  handleSentence(text: string): void;
  /** The avatar has started or stopped speaking. */
  handleAvatarSpeech(active: boolean): void;
};

/** The sound of a microphone from its start. Frames wait until they are read. */
export type CapturedSound = {
  /** Frames of 512 samples, 16,000 a second. Null comes after the last one. */
  readonly frames: MessagePort;
  /** The start time of the first frame, on the page's clock. */
  readonly sinceMs: number;
  /** Hears no more. Resolves when all frames are on their way to their reader. */
  end(): Promise<void>;
  close(): void;
};

/** Captures one microphone, or is closed without doing so. */
export type SoundCapture = {
  start(stream: MediaStream): CapturedSound;
  close(): void;
};

/** The call, as far as the ears need it. */
export type SoundLine = Pick<LiveClient, 'hearingToken' | 'sendSound' | 'on'>;

/** What a visitor says while they hold a button. It is one message, however long the pauses are. */
export type Turn = {
  readonly isReleased: boolean;
  /** Resolves when the button is released. */
  readonly released: Promise<void>;
  /** All words so far. They may still change. */
  handleWords(text: string): void;
  /** All of its sound was read. Another microphone may follow. */
  handleHeard(): void;
  /** All words, or an empty text if none were understood. */
  handleDone(text: string): void;
};

export type EarsOptions = {
  /** Null if this browser cannot capture sound. Its own recogniser may still work. */
  readonly sound: CapturedSound | null;
  /** Null: the ears decide themselves when the visitor is done. */
  readonly turn: Turn | null;
  readonly recogniser: RecogniserKind;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly patience: Patience;
  /** The address of the model that knows when the visitor is done. Null if the service has none. */
  readonly turnModel: string | null;
  readonly callbacks: EarsCallbacks;
  /** The address of the service. */
  readonly url: string;
  /** The call, on which sound can be sent. Null while there is none. */
  line(): SoundLine | null;
  /** Reports what the avatar says, beginning with the current sentence. Returns a function that stops it. */
  followAvatar(follower: AvatarFollower): () => void;
};

export type Ears = {
  /** Something that it needs has crashed. New ears must take its place. */
  readonly hasCrashed: boolean;
  /** Listens to this microphone. */
  listenTo(sound: CapturedSound | null, turn: Turn | null): void;
  /** Stops listening and keeps the loaded models. A turn that was not heard to its end is dropped. */
  pause(): void;
  close(): void;
};

/** `/sdk/ears.js` of the service exports this. */
export type EarsModule = {
  /** Rejects if this browser cannot capture sound. */
  prepareCapture(): Promise<SoundCapture>;
  /** Resolves when it is listening. Otherwise it rejects with a message for the visitor. */
  openEars(options: EarsOptions): Promise<Ears>;
};

export const loadEars = (url: string): Promise<EarsModule> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}/sdk/ears.js`) as Promise<EarsModule>;
