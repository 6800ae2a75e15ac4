import type { AvatarStatus } from '../session-state.ts';

/** What the service sends, without `type`, by the frame's type. */
type Fields = {
  /** Answers hello. `resume` is the secret for the next socket. */
  welcome: {
    version: number;
    sessionId: string;
    resume: string;
    resumed: boolean;
    status: AvatarStatus;
    maxSessionDuration: number;
    /** Milliseconds until the session reaches its maximum duration. Absent if there is no maximum. */
    leftMs?: number;
    /** The highest number of a client frame that was taken in this session; 0 for none. */
    taken?: number;
    /** The token for sending recordings to /client/transcribe while the session lives. */
    hearing?: string;
    /** The token for downloading the transcript of this session, if the avatar allows it. */
    transcript?: string;
  };
  /** The receipt of a numbered frame. */
  ack: { id: number };
  pong: object;
  status: { status: AvatarStatus };
  /** One sentence of an utterance, in order. `markup` is the sentence with its markup, `text` only its words. */
  sentence: {
    utterance: number;
    index: number;
    text: string;
    markup: string;
    /** Its language, such as `de`; absent if nothing has told it. */
    language?: string;
  };
  /**
   * What belongs to the sound of a sentence. The sound itself comes in binary frames. Times are milliseconds from the
   * start of the sentence. The last frame of a sentence has `done`; its duration is 0 if there was no sound.
   */
  speech: {
    utterance: number;
    index: number;
    /** Samples per second of 16-bit mono sound. */
    rate: number;
    visemes: [name: string, startMs: number, durationMs: number][];
    /** With the position of the word in the text. */
    words: [startMs: number, durationMs: number, from: number, to: number][];
    marks: [name: string, atMs: number][];
    /**
     * No sound comes: the client speaks the sentence with a voice of its device. The visemes and words of the sentence
     * are estimates, and the device's own events correct them.
     */
    device?: DeviceVoice;
    done: boolean;
    /** The duration of the sound so far. */
    durationMs: number;
  };
  /** The utterance is complete: this many sentences were sent. The client reports when it has played them. */
  'utterance-end': {
    utterance: number;
    sentences: number;
    /** The language in which the visitor will probably answer; absent if nothing has told it. */
    language?: string;
  };
  /** Stop playing this utterance now. */
  stop: { utterance: number };
  /**
   * A registered custom tag, or a service tag for the avatar, at its place in the speech. `event` is the DOM event to
   * raise, if the tag is registered for one.
   */
  tag: { name: string; event?: string; attributes: Record<string, string> };
  /** An event that webhooks receive, too, with the same name and details. */
  event: { name: string; details: Record<string, unknown> };
  /**
   * What an own recogniser has heard of a turn, up to this number of samples. Without a text it could not hear them; the
   * client may still send the whole recording to /client/transcribe.
   */
  words: { turn: number; upTo: number; last: boolean; text?: string };
  /** Something that this client sent was refused. The session goes on. */
  error: { code: string; message: string };
  /** The service is about to restart: come back with the resume secret. */
  restart: { afterMs: number };
  /** The session has ended. Nothing follows. */
  end: { reason: string };
};

type DeviceVoice = {
  /** Name of the voice. If it is empty or unknown, any voice of the language. */
  voice: string;
  /** Empty means the language of the page. */
  language: string;
  rate: number;
  /** 0 to 2; 1 is normal. */
  pitch: number;
  /** 0 to 1. */
  volume: number;
  marks: [name: string, position: number][];
  /** Words of the sentence that are said otherwise than they are written: from, up to but not including, what to say. */
  said?: [from: number, to: number, text: string][];
};

export type ServerFrames = { [K in keyof Fields]: { type: K } & Fields[K] };
export type ServerFrame = ServerFrames[keyof ServerFrames];
