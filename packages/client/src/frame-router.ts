import type { AudioFrame, AvatarStatus, ServerFrame, ServerFrames } from '@parley/protocol';
import { avatarStatuses } from '@parley/protocol/wire';
import type { ConnectionChange } from './connection/link.ts';
import type { LiveConnectionOwner } from './connection/live-connection.ts';
import type { Emitter } from './emitter.ts';
import type { LiveEvents } from './events.ts';
import type { People } from './people.ts';
import type { Playback } from './playback.ts';
import type { Sender } from './sending/sender.ts';
import { tagEvent } from './tag-event.ts';
import type { VisitorState } from './visitor-state.ts';

type FrameRouterDeps = {
  readonly events: Emitter<LiveEvents>;
  readonly sender: Sender;
  readonly visitor: VisitorState;
  readonly playback: Playback;
  readonly people: People;
};

/** Routes the service's frames to the parts of the client. */
export class FrameRouter implements LiveConnectionOwner {
  hearingToken: string | null = null;
  transcriptToken: string | null = null;
  /** When the session reaches its maximum duration, on this client's clock; null if it has none. */
  endsAt: number | null = null;
  /** The last avatar status that the service sent. */
  status: AvatarStatus = 'UNLOADED';
  #deps: FrameRouterDeps;

  constructor(deps: FrameRouterDeps) {
    this.#deps = deps;
  }

  handleReady(welcome: ServerFrames['welcome']): void {
    const { visitor, sender } = this.#deps;
    for (const frame of visitor.framesFor(welcome)) sender.sendNow(frame);
    sender.handleWelcome(welcome.taken ?? null);
    this.hearingToken = welcome.hearing ?? null;
    this.transcriptToken = welcome.transcript ?? null;
    this.endsAt = welcome.leftMs === undefined ? null : Date.now() + welcome.leftMs;
    this.#setStatus(welcome.status);
  }

  handleChange(change: ConnectionChange): void {
    const { events, playback, sender, people } = this.#deps;
    const isLost = change.state === 'disconnected' || change.state === 'terminated';
    if (isLost) {
      const heard = playback.handleLost();
      if (heard !== null) events.emit('interrupted', { ...heard, by: 'drop' });
    }
    if (change.state === 'terminated') sender.giveUp();
    events.emit('connection', change);
    if (isLost) people.handleLost();
    if (change.state === 'disconnected' && change.reason === 'too_large') {
      events.emit('error', { code: 'too_large', message: 'The service refused a frame as too large.' });
    }
    if (change.state === 'terminated') {
      const { reason, message, confirmed } = change;
      events.emit('end', { reason, message, confirmed });
    }
  }

  handleFrame(frame: ServerFrame): void {
    const { events, playback, sender } = this.#deps;
    events.emit('frame', frame);
    switch (frame.type) {
      case 'status':
        return this.#setStatus(frame.status);
      case 'sentence': {
        const { type: _, ...sentence } = frame;
        if (playback.handleSentence(sentence)) events.emit('sentence', sentence);
        return;
      }
      case 'speech': {
        const { type: _, ...speech } = frame;
        return playback.handleSpeech(speech);
      }
      case 'utterance-end': {
        const { utterance, sentences } = frame;
        if (playback.handleUtteranceEnd(utterance, sentences)) {
          events.emit('utterance-end', { utterance, sentences });
        }
        return;
      }
      case 'stop': {
        const heard = playback.stop(frame.utterance);
        if (heard !== null) events.emit('interrupted', { ...heard, by: 'service' });
        return;
      }
      case 'ack':
        return sender.handleAck(frame.id);
      case 'tag':
        return this.#handleTag(frame);
      case 'people':
        return this.#deps.people.handlePeople(frame);
      case 'event':
        return events.emit('event', { name: frame.name, details: frame.details });
      case 'error':
        return events.emit('error', { code: frame.code, message: frame.message });
    }
  }

  handleAudio(frame: AudioFrame): void {
    this.#deps.playback.handleAudio(frame);
  }

  /** A newer service may send a status that this client does not know. It is ignored. */
  #setStatus(status: AvatarStatus): void {
    const previous = this.status;
    if (status === previous || !avatarStatuses.includes(status)) return;
    this.status = status;
    this.#deps.events.emit('status', { status, previous });
  }

  #handleTag(frame: ServerFrames['tag']): void {
    const tag = tagEvent(frame);
    if (tag.warning !== null) this.#deps.events.emit('warning', { code: 'tag_json', message: tag.warning });
    this.#deps.events.emit('tag', tag);
  }
}
