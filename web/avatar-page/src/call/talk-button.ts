import { holdToTalk, type Parley, type TurnState } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';
import type { CallFacts } from '../state/call-state.ts';
import type { StateView } from '../state/state-view.ts';
import { texts } from '../texts/index.ts';

const noticeMs = 5_000;
const turns: Readonly<Partial<Record<TurnState, CallFacts['turn']>>> = { started: 'held', ended: 'ended' };

/** Push to talk: the button that is held takes the place of the one that switches the microphone. */
export class TalkButton {
  readonly button: HTMLButtonElement;

  constructor({ talk, mic, hint, spoken }: Elements, parley: Parley, view: StateView) {
    this.button = talk;
    talk.hidden = false;
    mic.hidden = true;
    hint.dataset.text = 'holdHint';
    hint.textContent = texts.holdHint;
    view.change({ turn: 'rest' });
    holdToTalk(talk, parley, { spaceBar: true });
    let ending: ReturnType<typeof setTimeout> | undefined;
    parley.on('turn-update', (state) => {
      clearTimeout(ending);
      ending = setTimeout(() => view.change({ turnNotice: '' }), noticeMs);
      const turnNotice = state === 'empty' || state === 'cancelled' ? texts.turn[state] : '';
      view.change({ turn: turns[state] ?? 'rest', turnNotice });
      if (state === 'sent') spoken.textContent = texts.turn.sent;
      if (state !== 'started') talk.style.removeProperty('--level');
    });
    parley.on('mic-level', ({ level }) => talk.style.setProperty('--level', level.toFixed(2)));
  }
}
