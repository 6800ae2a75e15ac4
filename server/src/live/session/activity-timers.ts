import { probeAfterMs } from '@parley/protocol';
import { PlaybackWatch } from '../conversation/playback-deadline.ts';
import type { Utterance } from '../conversation/state/utterance.ts';

const probeEveryMs = 5_000;

/** When a client was heard of last, and for how long it is waited for. */
export class Patience {
  lastActivityAt: number | null = null;
  /** How long an avatar waits for a message; 0 is for ever. */
  idleLimitMs = 0;
  private lastFrameAt: number;
  private lastMessageAt: number;
  private probedAt = 0;
  private readonly playback = new PlaybackWatch();

  constructor(now: number) {
    this.lastFrameAt = now;
    this.lastMessageAt = now;
  }

  /** A frame of the client's. */
  active(now: number): void {
    this.lastFrameAt = now;
    this.lastActivityAt = now;
  }

  /** The client's browser answered: it is there, though its page may sleep. */
  seen(now: number): void {
    this.lastFrameAt = now;
  }

  /** Something was asked or said. */
  talked(now: number): void {
    this.lastMessageAt = now;
  }

  silentMs(now: number): number {
    return now - this.lastFrameAt;
  }

  /** Whether a silent client is to be asked for a sign of life now. */
  asksForSign(now: number): boolean {
    if (this.silentMs(now) < probeAfterMs || now - this.probedAt < probeEveryMs) return false;
    this.probedAt = now;
    return true;
  }

  isIdle(now: number): boolean {
    return this.idleLimitMs > 0 && now - this.lastMessageAt >= this.idleLimitMs;
  }

  watchPlayback(speaking: Utterance | null, now: number): void {
    this.playback.look(speaking, now);
  }

  isPlaybackOverdue(now: number): boolean {
    return this.playback.isOverdue(now);
  }
}
