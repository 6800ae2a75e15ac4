export type RecogniserKind = 'built-in' | 'browser' | 'server';

/** What the ears tell. */
export type EarsCallbacks = {
  /** How much of what recognition needs has been loaded, 0 to 1. */
  handleProgress(fraction: number): void;
  /** How loud the microphone is, 0 to 1. */
  handleLevel(level: number): void;
  /** The user began or ceased to speak. */
  handleSpeech(active: boolean): void;
  /** What was understood; only final words are to be answered. */
  handleWords(text: string, final: boolean): void;
  /** The avatar shall speak more softly until it is clear whether somebody wants to be heard. */
  handleDuck(ducked: boolean): void;
  /** The user wants to be heard: the avatar shall stop. */
  handleInterrupt(): void;
  /** Something is missing or failed, in words for the visitor. */
  handleError(message: string): void;
};

/** Follows what the avatar says, so that its voice is not taken for the visitor's. */
export type AvatarFollower = {
  /** This sentence has begun to be heard. */
  handleSentence(text: string): void;
  /** The avatar has begun to speak, or is silent. */
  handleAvatarSpeech(active: boolean): void;
};

/** The sound of a microphone, kept from its first moment until somebody listens. */
export type CapturedSound = {
  /** Frames of 512 samples, 16,000 a second. */
  readonly frames: MessagePort;
  /** When the first of them began, on the page's clock. */
  readonly sinceMs: number;
  close(): void;
};

/** Either catches one microphone or is closed. */
export type SoundCapture = {
  start(stream: MediaStream): CapturedSound;
  close(): void;
};

export type EarsOptions = {
  /** Null where this browser cannot catch any: its own recogniser may hear nevertheless. */
  readonly sound: CapturedSound | null;
  readonly recogniser: RecogniserKind;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly callbacks: EarsCallbacks;
  /** The words of a WAV file, by the avatar's transcription server. */
  transcribe(wav: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<string>;
  /** Tells from now on what the avatar says, beginning with what it says now; returns its stop. */
  followAvatar(follower: AvatarFollower): () => void;
};

export type Ears = {
  /** Goes on with this microphone. */
  listenTo(sound: CapturedSound | null): void;
  /** Listens no longer and keeps what was loaded. */
  pause(): void;
  close(): void;
};

/** `/sdk/ears.js` of the service exports this. */
export type EarsModule = {
  /** Rejects where this browser cannot catch sound. */
  prepareCapture(): Promise<SoundCapture>;
  /** Settles when it hears; rejects with words for the visitor where it cannot. */
  openEars(options: EarsOptions): Promise<Ears>;
};

export const loadEars = (url: string): Promise<EarsModule> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}/sdk/ears.js`) as Promise<EarsModule>;
