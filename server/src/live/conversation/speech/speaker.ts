import type { ServerFrames } from '@parley/protocol';
import type { AvatarWithSecrets } from '../../../avatars/index.ts';
import { type Log, sleep } from '../../../kernel/index.ts';
import type { Voice } from '../../../speech/index.ts';
import type { UserFacts } from '../../identity/user-facts.ts';
import type { ConversationRecorder } from '../conversation-recorder.ts';
import type { ConversationInput } from '../state/conversation.ts';
import type { TurnTraces } from '../turns/turn-traces.ts';
import { SentenceSound, type SoundOutput } from './sentence-sound.ts';

type SentenceFrame = ServerFrames['sentence'];

export type SpeakerDeps = {
  readonly log: Log;
  /** Null if the avatar has no voice: visitors then read its words. */
  voiceFor(avatar: AvatarWithSecrets): Voice | null;
};

/** Where the sound goes, and whose voice it is. */
export interface SpeakerOutput extends SoundOutput {
  avatar(): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
}

/** What the voice needs to know about its session, and what hears about the sound of each turn. */
export type SpeakerParts = {
  readonly user: UserFacts;
  readonly session: SpeakerOutput;
  readonly recorder: Pick<ConversationRecorder, 'noteFirstAudio' | 'noteVoiceProblem'>;
  /** Null if nothing is traced. */
  readonly traces: Pick<TurnTraces, 'startVoice'> | null;
};

export interface SpeakerOwner {
  /** The first sound of an utterance was sent, or its voice gave none. */
  take(input: ConversationInput & { kind: 'audible' }): void;
}

/** A sentence to say, and its turn. */
type QueuedSentence = { readonly sentence: SentenceFrame; readonly turn: number };

/** How far sound may run ahead of its playback: enough for a short network failure, and little enough for a browser. */
const maxAheadMs = 20_000;

/** Synthesizes sentences one after another for a client that wants sound. */
export class Speaker {
  readonly #deps: SpeakerDeps;
  readonly #parts: SpeakerParts;
  readonly #owner: SpeakerOwner;
  #audioWanted = false;
  /** The client has voices of its own. */
  #deviceSpeaks = false;
  #deviceLanguages: readonly string[] = [];
  #queue: QueuedSentence[] = [];
  #running: AbortController | null = null;
  /** When playback of the sound sent so far will end, by the monotonic clock. */
  #playedUntilMs = 0;
  #hasUnreadable = false;
  /** A session keeps its first voice. A changed setting is for new sessions. */
  #voice: Voice | null = null;

  constructor(deps: SpeakerDeps, parts: SpeakerParts, owner: SpeakerOwner) {
    this.#deps = deps;
    this.#parts = parts;
    this.#owner = owner;
  }

  setAudioWanted(wanted: boolean, deviceSpeaks: boolean, deviceLanguages: readonly string[] = []): void {
    this.#audioWanted = wanted;
    this.#deviceSpeaks = deviceSpeaks;
    this.#deviceLanguages = deviceLanguages;
    if (wanted) void this.#prepareVoice();
    else this.stop();
  }

  say(sentence: SentenceFrame, turn: number): void {
    if (!this.#audioWanted) return;
    this.#queue.push({ sentence, turn });
    if (this.#running !== null) return;
    this.#running = new AbortController();
    void this.#run(this.#running);
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#queue = [];
    this.#playedUntilMs = 0;
  }

  async #run(running: AbortController): Promise<void> {
    const { signal } = running;
    try {
      while (!signal.aborted) {
        const next = this.#queue.shift();
        if (next === undefined) return;
        await this.#speakSentence(next, signal);
      }
    } finally {
      // In the same step as the last look into the queue. A sentence that comes later must start the next run.
      if (this.#running === running) this.#running = null;
    }
  }

  async #speakSentence(next: QueuedSentence, signal: AbortSignal): Promise<void> {
    const { user, session, recorder, traces } = this.#parts;
    const { sentence, turn } = next;
    const { utterance } = sentence;
    const span = traces?.startVoice(turn);
    const sound = new SentenceSound(session, sentence, () => {
      recorder.noteFirstAudio(turn);
      this.#owner.take({ kind: 'audible', utterance });
    });
    try {
      const voice = await this.#chooseVoice();
      if (voice !== null) await this.#speak(voice, next, sound, signal);
    } catch (error) {
      span?.end('no sound');
      if (signal.aborted) return;
      this.#deps.log.warn({ err: error, sessionId: user.sessionId }, 'could not synthesize a sentence');
      this.#handleProblem(turn, messageOf(error));
    }
    span?.end();
    if (signal.aborted) return;
    sound.finish();
    if (sound.isSilent) this.#owner.take({ kind: 'audible', utterance });
  }

  async #speak(
    voice: Voice,
    { sentence, turn }: QueuedSentence,
    sound: SentenceSound,
    signal: AbortSignal,
  ): Promise<void> {
    const { markup, text, language } = sentence;
    const { locale, sessionId: caller } = this.#parts.user;
    const soundLeftMs = Math.max(0, this.#playedUntilMs - performance.now());
    const device = { deviceSpeaks: this.#deviceSpeaks, deviceLanguages: this.#deviceLanguages };
    const input = { markup, text, locale, language, caller, soundLeftMs, ...device };
    for await (const piece of voice.speak(input, signal)) {
      if (signal.aborted) return;
      if (piece.kind === 'failure') this.#handleProblem(turn, piece.message);
      if (piece.kind === 'unread') this.#handleUnreadable(turn, piece.message);
      sound.take(piece);
      if (piece.kind === 'audio') await this.#keepPace(piece.durationMs, signal);
    }
  }

  #handleProblem(turn: number, message: string): void {
    const { sessionId, avatarId } = this.#parts.user;
    this.#deps.log.warn({ sessionId, avatarId, reason: message }, 'the voice of an avatar failed');
    this.#parts.recorder.noteVoiceProblem(turn, message);
  }

  /** Once in a session, because the next sentences are probably in the same language. */
  #handleUnreadable(turn: number, message: string): void {
    if (this.#hasUnreadable) return;
    this.#hasUnreadable = true;
    const { sessionId, avatarId } = this.#parts.user;
    this.#deps.log.warn({ sessionId, avatarId }, 'the voice of an avatar cannot read its words');
    this.#parts.recorder.noteVoiceProblem(turn, message);
  }

  async #chooseVoice(): Promise<Voice | null> {
    if (this.#voice !== null) return this.#voice;
    const avatar = await this.#parts.session.avatar();
    this.#voice = avatar === null ? null : this.#deps.voiceFor(avatar);
    return this.#voice;
  }

  async #prepareVoice(): Promise<void> {
    try {
      (await this.#chooseVoice())?.prepare?.();
    } catch {
      // The first sentence tries again and reports a failure.
    }
  }

  async #keepPace(durationMs: number, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.#playedUntilMs = Math.max(this.#playedUntilMs, now) + durationMs;
    const waitMs = this.#playedUntilMs - now - maxAheadMs;
    if (waitMs > 0) await sleep(waitMs, signal);
  }
}

/** Only the messages of a SpeechFailure are meant for people. */
const messageOf = (error: unknown): string =>
  error instanceof Error && error.name === 'SpeechFailure' ? error.message : 'The voice failed.';
