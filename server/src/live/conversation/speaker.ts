import { encodeAudio, type ServerFrames } from '@parley/protocol';
import type { LiveSession } from '../session/live-session.ts';
import type { Voice, VoicePiece } from './voice.ts';

type SentenceFrame = ServerFrames['sentence'];
type SpeechFrame = ServerFrames['speech'];

/** How far the voice may run ahead of the ears: enough for any hiccup, little enough to hold in a browser. */
const maxAheadMs = 20_000;

/** Gives sentences their sound, one after another, for a client that wants to hear them. */
export class Speaker {
  private wanted = false;
  /** The client can speak itself. */
  private deviceSpeaks = false;
  private readonly session: LiveSession;
  private queue: SentenceFrame[] = [];
  private abort: AbortController | null = null;
  private heardUntil = 0;
  /** A changed setting holds for new sessions: nobody changes their voice in the middle of a conversation. */
  private chosen: Voice | null = null;

  constructor(session: LiveSession) {
    this.session = session;
  }

  /** Whether the client wants to hear the voice and not only to read the words. */
  want(wanted: boolean, deviceSpeaks: boolean): void {
    this.wanted = wanted;
    this.deviceSpeaks = deviceSpeaks;
    if (!wanted) this.stop();
  }

  say(frame: SentenceFrame): void {
    if (!this.wanted) return;
    this.queue.push(frame);
    if (this.abort !== null) return;
    const abort = new AbortController();
    this.abort = abort;
    void this.run(abort.signal).finally(() => {
      if (this.abort === abort) this.abort = null;
    });
  }

  /** Falls silent within one piece of sound. */
  stop(): void {
    this.abort?.abort();
    this.abort = null;
    this.queue = [];
    this.heardUntil = 0;
  }

  private async run(signal: AbortSignal): Promise<void> {
    for (let frame = this.queue.shift(); frame !== undefined; frame = this.queue.shift()) {
      const sound = new SentenceSound(this.session, frame);
      try {
        const voice = await this.voice();
        if (voice !== null) await this.speak(voice, frame, sound, signal);
      } catch (error) {
        if (signal.aborted) return;
        const { id: sessionId } = this.session.identity;
        this.session.context.log.warn({ err: error, sessionId }, 'a sentence could not be spoken');
        this.noteTrouble(frame, messageOf(error));
      }
      if (signal.aborted) return;
      sound.finish();
    }
  }

  private async speak(
    voice: Voice,
    frame: SentenceFrame,
    sound: SentenceSound,
    signal: AbortSignal,
  ): Promise<void> {
    const { markup, text } = frame;
    const { locale, sessionId: caller } = this.session.user;
    const wish = { markup, text, locale, caller, deviceSpeaks: this.deviceSpeaks };
    for await (const piece of voice.speak(wish, signal)) {
      if (signal.aborted) return;
      if (piece.kind === 'trouble') this.noteTrouble(frame, piece.message);
      sound.take(piece);
      if (piece.kind === 'audio') await this.keepPace(piece.durationMs, signal);
    }
  }

  /** The avatar's voice failed at an utterance; the record says why. */
  private noteTrouble({ utterance }: SentenceFrame, message: string): void {
    const { identity, context, talk } = this.session;
    const { id: sessionId, avatarId } = identity;
    context.log.warn({ sessionId, avatarId, reason: message }, 'the voice of an avatar failed');
    const turn = this.session.talk.turnOf(utterance);
    if (turn !== null) talk.record.voiceTrouble(turn, message);
  }

  private async voice(): Promise<Voice | null> {
    if (this.chosen !== null) return this.chosen;
    const avatar = await this.session.avatar();
    this.chosen = avatar === null ? null : this.session.context.voiceFor(avatar);
    return this.chosen;
  }

  private async keepPace(durationMs: number, signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.heardUntil = Math.max(this.heardUntil, now) + durationMs;
    const waitMs = this.heardUntil - now - maxAheadMs;
    if (waitMs <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** The frames of one sentence's sound. */
class SentenceSound {
  private readonly session: LiveSession;
  private readonly frame: SentenceFrame;
  private rate = 16_000;
  private durationMs = 0;

  constructor(session: LiveSession, frame: SentenceFrame) {
    this.session = session;
    this.frame = frame;
  }

  take(piece: VoicePiece): void {
    if (piece.kind === 'start') this.rate = piece.format.sampleRate;
    if (piece.kind === 'timing') {
      this.send({
        visemes: piece.visemes.map(({ viseme, startMs, durationMs }) => [viseme, startMs, durationMs]),
        words: piece.words.map(({ startMs, durationMs, from, to }) => [startMs, durationMs, from, to]),
        marks: piece.marks.map(({ name, atMs }) => [name, atMs]),
      });
    }
    if (piece.kind === 'device') {
      const { voice, language, rate, pitch, volume } = piece;
      const marks = piece.marks.map(({ name, at }): [string, number] => [name, at]);
      this.noteFirstAudio();
      this.send({ device: { voice, language, rate, pitch, volume, marks } });
    }
    if (piece.kind !== 'audio') return;
    if (this.durationMs === 0) this.noteFirstAudio();
    this.durationMs += piece.durationMs;
    const { utterance, index: sentence } = this.frame;
    this.session.sendSound(encodeAudio({ utterance, sentence, sound: piece.pcm }));
  }

  private noteFirstAudio(): void {
    const turn = this.session.talk.turnOf(this.frame.utterance);
    if (turn !== null) this.session.talk.record.firstAudio(turn);
  }

  finish(): void {
    this.send({ done: true });
  }

  private send(part: Partial<Pick<SpeechFrame, 'visemes' | 'words' | 'marks' | 'device' | 'done'>>): void {
    const { utterance, index } = this.frame;
    const { rate, durationMs } = this;
    this.session.send({
      type: 'speech',
      utterance,
      index,
      rate,
      visemes: [],
      words: [],
      marks: [],
      done: false,
      durationMs,
      ...part,
    });
  }
}

/** Only failures of voices have words that are meant for people. */
const messageOf = (error: unknown): string =>
  error instanceof Error && error.name === 'SpeechFailure' ? error.message : 'The voice broke.';
