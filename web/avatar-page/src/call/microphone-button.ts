import type { Parley } from '@parley/client/sdk';
import { fill } from '../../../text-templates.ts';
import type { Banner } from '../banner.ts';
import type { Elements } from '../elements.ts';
import { texts } from '../texts/index.ts';

/** Shows the state of the microphone (off, waiting for permission, on, denied) and its level. */
export class MicrophoneButton {
  constructor({ mic, micState }: Elements, parley: Parley, banner: Banner) {
    const show = (state: keyof typeof texts.microphone) => {
      mic.dataset.state = state;
      mic.setAttribute('aria-pressed', String(state === 'on'));
      micState.textContent = texts.microphone[state];
    };
    show('off');
    parley.on('mic-access', ({ needMicAccess }) => {
      if (!needMicAccess) return;
      show('asking');
      banner.show('microphone', texts.microphoneAsked);
    });
    parley.on('mic-update', (enabled) => {
      show(enabled ? 'on' : mic.dataset.state === 'denied' ? 'denied' : 'off');
      if (enabled) banner.show('microphone', '');
      else {
        mic.style.removeProperty('--level');
        banner.show('ears', '');
      }
    });
    parley.on('media:mic-permission-state-changed', ({ state }) => {
      if (state === 'denied') show('denied');
    });
    parley.on('warning', ({ code, message }) => {
      if (code === 'microphone') banner.show('microphone', message);
    });
    parley.on('mic-level', ({ level }) => mic.style.setProperty('--level', level.toFixed(2)));
    parley.on('ears-progress', ({ percent }) =>
      banner.show('ears', percent < 1 ? fill(texts.earsLoading, { percent: Math.round(percent * 100) }) : ''),
    );
  }
}
