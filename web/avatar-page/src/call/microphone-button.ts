import type { Parley } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';
import type { CallFacts } from '../state/call-state.ts';
import type { StateView } from '../state/state-view.ts';
import { texts } from '../texts/index.ts';

/** Shows the state of the microphone (off, waiting for permission, on, denied), its level, and what still loads. */
export class MicrophoneButton {
  constructor({ mic, micState }: Elements, parley: Parley, view: StateView) {
    let microphone: CallFacts['microphone'] = 'off';
    let canHear = false;
    let percent = 0;
    const show = (facts: Partial<Pick<CallFacts, 'microphone' | 'canHear'>>) => {
      microphone = facts.microphone ?? microphone;
      canHear = facts.canHear ?? canHear;
      const shown = microphone === 'opening' || (microphone === 'on' && !canHear) ? 'preparing' : microphone;
      mic.dataset.state = shown;
      mic.setAttribute('aria-pressed', String(microphone === 'on'));
      const progress = percent > 0 && percent < 100 ? ` ${percent} %` : '';
      micState.textContent =
        shown === 'preparing' ? texts.status.preparing + progress : texts.microphone[shown];
      view.change({ microphone, canHear });
    };
    show({});
    let isAllowed = false;
    void parley.isPermissionGranted().then((isGranted) => {
      isAllowed ||= isGranted;
    });
    parley.on('mic-access', ({ needMicAccess }) => {
      // Push to talk opens the microphone for each turn, and the visitor is asked only once.
      if (needMicAccess) show({ microphone: isAllowed ? 'opening' : 'asking' });
    });
    parley.on('mic-update', (enabled) => {
      // The event is also raised when nothing changes.
      if (enabled) show({ microphone: 'on' });
      else show({ microphone: microphone === 'denied' ? 'denied' : 'off', canHear: false });
      if (enabled) {
        isAllowed = true;
        view.change({ microphoneProblem: '' });
      } else mic.style.removeProperty('--level');
    });
    parley.on('media:mic-ready', () => show({ canHear: true }));
    parley.on('ears-progress', ({ percent: loaded }) => {
      percent = Math.round(loaded * 100);
      mic.style.setProperty('--loaded', String(loaded));
      show({});
    });
    parley.on('media:mic-permission-state-changed', ({ state }) => {
      isAllowed &&= state === 'granted';
      if (state === 'denied') show({ microphone: 'denied' });
    });
    parley.on('mic-level', ({ level }) => mic.style.setProperty('--level', level.toFixed(2)));
  }
}
