import type { AudioFrame, ServerFrame, ServerFrames } from '@parley/protocol';
import type { ConnectionOwner } from './connection.ts';
import type { Emitter } from './emitter.ts';
import type { LiveEvents } from './events.ts';
import type { ConnectionChange } from './link.ts';
import type { SessionSecret } from './options.ts';
import type { Playback } from './playback.ts';
import type { Presence } from './presence.ts';
import type { Sender } from './sender.ts';
import type { ShownStatus } from './shown-status.ts';
import { tagEvent } from './tag-event.ts';

export type InboundNeeds = {
  readonly events: Emitter<LiveEvents>;
  readonly sender: Sender;
  readonly presence: Presence;
  readonly playback: Playback;
  readonly status: ShownStatus;
  /** All of an utterance has come, stopped or not. */
  onWhole(utterance: number): void;
};

/** Leads what comes from the service to those whom it concerns. */
export class Inbound implements ConnectionOwner {
  hearingToken: string | null = null;
  #events: Emitter<LiveEvents>;
  #sender: Sender;
  #presence: Presence;
  #playback: Playback;
  #status: ShownStatus;
  #onWhole: InboundNeeds['onWhole'];

  constructor({ events, sender, presence, playback, status, onWhole }: InboundNeeds) {
    this.#events = events;
    this.#sender = sender;
    this.#presence = presence;
    this.#playback = playback;
    this.#status = status;
    this.#onWhole = onWhole;
  }

  handleReady(welcome: ServerFrames['welcome']): void {
    for (const frame of this.#presence.framesFor(welcome)) this.#sender.sendNow(frame);
    this.#sender.handleWelcome(welcome.taken ?? null);
    this.hearingToken = welcome.hearing ?? null;
    this.#status.begin(welcome.status);
  }

  handleSecret(secret: SessionSecret): void {
    this.#events.emit('secret', secret);
  }

  handleChange(change: ConnectionChange): void {
    if (change.state === 'disconnected' || change.state === 'terminated') {
      const heard = this.#playback.handleLost();
      if (heard !== null) this.#events.emit('interrupted', { ...heard, by: 'drop' });
    }
    if (change.state === 'terminated') this.#sender.giveUp();
    this.#events.emit('connection', change);
    if (change.state === 'disconnected' && change.reason === 'too_large') {
      this.#events.emit('error', { code: 'too_large', message: 'The service found a frame too large.' });
    }
    if (change.state === 'terminated') {
      const { reason, message, confirmed } = change;
      this.#events.emit('end', { reason, message, confirmed });
    }
  }

  handleFrame(frame: ServerFrame): void {
    const events = this.#events;
    events.emit('frame', frame);
    switch (frame.type) {
      case 'status':
        return this.#status.handleStatus(frame.status);
      case 'sentence': {
        const { utterance, index, text, markup, last, ack } = frame;
        const sentence = { utterance, index, text, markup };
        if (ack !== undefined) this.#sender.handleAck(ack);
        if (this.#playback.handleSentence(sentence)) events.emit('sentence', sentence);
        if (last) this.#handleUtteranceEnd(utterance, index + 1);
        return;
      }
      case 'speech': {
        const { type: _, ...speech } = frame;
        if (this.#playback.handleSpeech(speech)) events.emit('speech', speech);
        return;
      }
      case 'utterance-end':
        return this.#handleUtteranceEnd(frame.utterance, frame.sentences);
      case 'stop': {
        const heard = this.#playback.stop(frame.utterance);
        if (heard !== null) events.emit('interrupted', { ...heard, by: 'service' });
        return;
      }
      case 'ack':
        return this.#sender.handleAck(frame.id);
      case 'tag':
        return this.#handleTag(frame);
      case 'event':
        return events.emit('event', { name: frame.name, details: frame.details });
      case 'error':
        return events.emit('error', { code: frame.code, message: frame.message });
    }
  }

  handleAudio(frame: AudioFrame): void {
    if (this.#playback.handleAudio(frame)) this.#events.emit('audio', frame);
  }

  handleUnreadable(problem: string): void {
    this.#events.emit('warning', { code: 'unknown_frame', message: problem });
  }

  handleRoundTrip(ms: number): void {
    this.#events.emit('round-trip', { ms });
  }

  #handleUtteranceEnd(utterance: number, sentences: number): void {
    this.#onWhole(utterance);
    if (this.#playback.handleUtteranceEnd(utterance, sentences)) {
      this.#events.emit('utterance-end', { utterance, sentences });
    }
  }

  #handleTag(frame: ServerFrames['tag']): void {
    const tag = tagEvent(frame);
    if (tag.warning !== null) this.#events.emit('warning', { code: 'tag_json', message: tag.warning });
    this.#events.emit('tag', tag);
  }
}
