import type { Parley } from '@parley/client/sdk';
import type { Banner } from './banner.ts';
import type { Elements } from './elements.ts';
import { words } from './words.ts';

/** Shows whether the microphone is off, asked for, open or refused, and how loud it is. */
export class MicrophoneButton {
  constructor({ mic, micState }: Elements, parley: Parley, banner: Banner) {
    const show = (state: keyof typeof words.microphone) => {
      mic.dataset.state = state;
      mic.setAttribute('aria-pressed', String(state === 'on'));
      micState.textContent = words.microphone[state];
    };
    show('off');
    parley.on('mic-access', ({ needMicAccess }) => {
      if (!needMicAccess) return;
      show('asking');
      banner.say('microphone', words.microphoneAsked);
    });
    parley.on('mic-update', (enabled) => {
      show(enabled ? 'on' : mic.dataset.state === 'denied' ? 'denied' : 'off');
      if (enabled) banner.say('microphone', '');
      else {
        mic.style.removeProperty('--level');
        banner.say('ears', '');
      }
    });
    parley.on('media:mic-permission-state-changed', ({ state }) => {
      if (state === 'denied') show('denied');
    });
    parley.on('warning', ({ code, message }) => {
      if (code === 'microphone') banner.say('microphone', message);
    });
    parley.on('mic-level', ({ level }) => mic.style.setProperty('--level', level.toFixed(2)));
    parley.on('ears-progress', ({ percent }) =>
      banner.say('ears', percent < 1 ? words.earsLoading(Math.round(percent * 100)) : ''),
    );
  }
}
