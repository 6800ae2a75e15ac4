import type { Parley } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';
import { texts } from '../texts/index.ts';
import { watchBusyPage } from './busy-page.ts';
import {
  type CallFacts,
  type CallState,
  callState,
  isDismissable,
  noCall,
  noticeText,
  stateText,
} from './call-state.ts';

/** A connection that is lost for so long may need a push by the visitor. */
const tryNowAfterMs = 10_000;

/** Shows the state of the call, and below it what is wrong. */
export class StateView {
  readonly #elements: Elements;
  readonly #onState: (state: CallState | null) => void;
  #facts: CallFacts = { ...noCall, isOnline: navigator.onLine };
  #offeringTry: ReturnType<typeof setTimeout> | undefined;

  constructor(elements: Elements, parley: Parley, onState: (state: CallState | null) => void) {
    this.#onState = onState;
    this.#elements = elements;
    const isPageBusy = watchBusyPage();
    elements.dismiss.addEventListener('click', () =>
      this.change({ microphoneProblem: '', transcriptProblem: '' }),
    );
    elements.tryNow.addEventListener('click', () => {
      elements.tryNow.hidden = true;
      this.#offeringTry = undefined;
      this.#offerTry(true);
      // The page shows that it is still lost.
      void parley.reconnect().catch(() => {});
    });
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
    let slowAnswers = 0;
    parley.on('network-quality', ({ quality }) => {
      // An answer that this page could not read at once says nothing about the connection.
      slowAnswers = quality === 'poor' && !isPageBusy() ? slowAnswers + 1 : 0;
      this.change({ isSlow: slowAnswers > 1 });
    });
    parley.on('avatar-status-update', (avatar) =>
      this.change({ avatar, ...(avatar === 'TALKING' && { isAboutToSpeak: false }) }),
    );
    parley.on('websocket-message', ({ type }) => {
      if (type === 'sentence' && this.#facts.avatar !== 'TALKING') this.change({ isAboutToSpeak: true });
    });
    parley.on('interrupted', () => this.change({ isAboutToSpeak: false }));
    parley.on('warning', ({ code, message }) => {
      if (code === 'audio_locked') this.change({ isAudioLocked: true });
      if (code === 'microphone') this.change({ microphoneProblem: message });
    });
    parley.on('avatar-speech', () => {
      // Words without a sound are shown after a while, and the status may not change.
      this.change({ isAboutToSpeak: false });
      if (parley.isMediaConnected()) this.change({ isAudioLocked: false });
    });
  }

  change(facts: Partial<CallFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    const { status, banner, dismiss } = this.#elements;
    const notice = noticeText(this.#facts, texts);
    status.textContent = stateText(this.#facts, texts);
    const state = callState(this.#facts);
    status.dataset.state = state ?? '';
    this.#onState(state);
    this.#offerTry(state === 'lost');
    dismiss.hidden = !isDismissable(this.#facts, texts);
    // Setting the same text again would make screen readers repeat it.
    if (banner.textContent !== notice) banner.textContent = notice;
  }

  #offerTry(isLost: boolean): void {
    const { tryNow } = this.#elements;
    if (!isLost) {
      clearTimeout(this.#offeringTry);
      this.#offeringTry = undefined;
      tryNow.hidden = true;
    } else
      this.#offeringTry ??= setTimeout(() => {
        tryNow.hidden = false;
      }, tryNowAfterMs);
  }
}
