import type { Parley } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';
import type { CallFacts } from '../state/call-state.ts';
import type { StateView } from '../state/state-view.ts';
import { texts } from '../texts/index.ts';

/** Shows the state of the microphone (off, waiting for permission, on, denied) and its level. */
export class MicrophoneButton {
  constructor({ mic, micState }: Elements, parley: Parley, view: StateView) {
    const show = (microphone: CallFacts['microphone']) => {
      mic.dataset.state = microphone;
      mic.setAttribute('aria-pressed', String(microphone === 'on'));
      micState.textContent = texts.microphone[microphone];
      view.change({ microphone });
    };
    show('off');
    let isAllowed = false;
    parley.on('mic-access', ({ needMicAccess }) => {
      // Push to talk opens the microphone for each turn, and the visitor is asked only once.
      if (needMicAccess && !isAllowed) show('asking');
    });
    parley.on('mic-update', (enabled) => {
      // The event is also raised when nothing changes.
      if (!enabled) view.change({ canHear: false });
      show(enabled ? 'on' : mic.dataset.state === 'denied' ? 'denied' : 'off');
      if (enabled) {
        isAllowed = true;
        view.change({ microphoneProblem: '' });
      } else mic.style.removeProperty('--level');
    });
    parley.on('media:mic-ready', () => view.change({ canHear: true }));
    parley.on('media:mic-permission-state-changed', ({ state }) => {
      isAllowed &&= state === 'granted';
      if (state === 'denied') show('denied');
    });
    parley.on('mic-level', ({ level }) => mic.style.setProperty('--level', level.toFixed(2)));
  }
}
