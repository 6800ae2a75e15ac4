import type { Parley } from '@parley/client/sdk';
import type { Elements } from './elements.ts';
import { texts } from './texts/index.ts';

/** Says in words what the avatar is doing: listening, thinking or speaking. */
export class StatusLine {
  constructor({ status }: Elements, parley: Parley) {
    parley.on('avatar-status-update', (name) => {
      status.textContent = texts.status[name] ?? '';
      status.dataset.status = name;
    });
    parley.on('end', () => {
      status.textContent = '';
    });
  }
}
