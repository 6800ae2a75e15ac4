import type { AudioFrame, AvatarStatus, ServerFrame, ServerFrames } from '@parley/protocol';
import { avatarStatuses } from '@parley/protocol/wire';
import type { Emitter } from './emitter.ts';
import type { LiveEvents } from './events.ts';
import type { ConnectionChange } from './link.ts';
import type { LiveConnectionOwner } from './live-connection.ts';
import type { SessionSecret } from './options.ts';
import type { Playback } from './playback.ts';
import type { Sender } from './sender.ts';
import { tagEvent } from './tag-event.ts';
import type { VisitorState } from './visitor-state.ts';

export type FrameRouterDeps = {
  readonly events: Emitter<LiveEvents>;
  readonly sender: Sender;
  readonly presence: VisitorState;
  readonly playback: Playback;
};

/** Routes what comes from the service to the parts of the client. */
export class FrameRouter implements LiveConnectionOwner {
  hearingToken: string | null = null;
  transcriptToken: string | null = null;
  /** The avatar's status as the service said it last. */
  status: AvatarStatus = 'UNLOADED';
  #events: Emitter<LiveEvents>;
  #sender: Sender;
  #visitor: VisitorState;
  #playback: Playback;

  constructor({ events, sender, presence, playback }: FrameRouterDeps) {
    this.#events = events;
    this.#sender = sender;
    this.#visitor = presence;
    this.#playback = playback;
  }

  handleReady(welcome: ServerFrames['welcome']): void {
    for (const frame of this.#visitor.framesFor(welcome)) this.#sender.sendNow(frame);
    this.#sender.handleWelcome(welcome.taken ?? null);
    this.hearingToken = welcome.hearing ?? null;
    this.transcriptToken = welcome.transcript ?? null;
    this.#setStatus(welcome.status);
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
        return this.#setStatus(frame.status);
      case 'sentence': {
        const { type: _, ...sentence } = frame;
        if (this.#playback.handleSentence(sentence)) events.emit('sentence', sentence);
        return;
      }
      case 'speech': {
        const { type: _, ...speech } = frame;
        if (this.#playback.handleSpeech(speech)) events.emit('speech', speech);
        return;
      }
      case 'utterance-end': {
        const { utterance, sentences } = frame;
        if (this.#playback.handleUtteranceEnd(utterance, sentences)) {
          events.emit('utterance-end', { utterance, sentences });
        }
        return;
      }
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

  /** A newer service may send a status that this client does not know. Nobody is told of it. */
  #setStatus(status: AvatarStatus): void {
    const previous = this.status;
    if (status === previous || !avatarStatuses.includes(status)) return;
    this.status = status;
    this.#events.emit('status', { status, previous });
  }

  #handleTag(frame: ServerFrames['tag']): void {
    const tag = tagEvent(frame);
    if (tag.warning !== null) this.#events.emit('warning', { code: 'tag_json', message: tag.warning });
    this.#events.emit('tag', tag);
  }
}
