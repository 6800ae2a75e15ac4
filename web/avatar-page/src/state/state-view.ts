import type { Parley } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';
import { texts } from '../texts/index.ts';
import { type CallFacts, callState, noCall, noticeText, stateText } from './call-state.ts';

/** Shows the state of the call, and below it what is wrong. */
export class StateView {
  readonly #elements: Elements;
  #facts: CallFacts = { ...noCall, isOnline: navigator.onLine };

  constructor(elements: Elements, parley: Parley) {
    this.#elements = elements;
    parley.on('websocket-connect', () => this.change({ link: 'connected', isSlow: false }));
    parley.on('websocket-close', ({ willReconnect }) => {
      if (!willReconnect) return;
      this.change({ link: 'lost' });
      parley.notify('warning', 'Connection', texts.reconnecting);
    });
    parley.on('end', () => {
      const { isOnline, turn } = this.#facts;
      this.change({ ...noCall, isOnline, turn: turn === 'none' ? turn : 'rest' });
    });
    parley.on('network:state-changed', ({ online }) => this.change({ isOnline: online }));
    parley.on('network-quality', ({ quality }) => this.change({ isSlow: quality === 'poor' }));
    parley.on('avatar-status-update', (avatar) => this.change({ avatar }));
    parley.on('warning', ({ code, message }) => {
      if (code === 'audio_locked') this.change({ isAudioLocked: true });
      if (code === 'microphone') this.change({ microphoneProblem: message });
    });
    parley.on('avatar-speech', () => {
      if (parley.isMediaConnected()) this.change({ isAudioLocked: false });
    });
  }

  change(facts: Partial<CallFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    const { status, banner } = this.#elements;
    const notice = noticeText(this.#facts, texts);
    status.textContent = stateText(this.#facts, texts);
    status.dataset.state = callState(this.#facts) ?? '';
    // Setting the same text again would make screen readers repeat it.
    if (banner.textContent !== notice) banner.textContent = notice;
  }
}
