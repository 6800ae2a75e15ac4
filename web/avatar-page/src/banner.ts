import type { Parley } from '@parley/client/sdk';
import { words } from './words.ts';

type Matter = 'network' | 'microphone' | 'ears' | 'audio';
/** The most pressing first: there is room for one. */
const order: readonly Matter[] = ['network', 'audio', 'microphone', 'ears'];

/** One line of plain words about what is not as it should be; each matter takes back only its own. */
export class Banner {
  readonly #element: HTMLElement;
  readonly #texts = new Map<Matter, string>();

  constructor(element: HTMLElement, parley: Parley) {
    this.#element = element;
    parley.on('websocket-close', ({ willReconnect }) => {
      if (!willReconnect) return this.say('network', '');
      this.say('network', navigator.onLine ? words.reconnecting : words.offline);
      parley.notify('warning', 'Connection', words.reconnecting);
    });
    parley.on('websocket-connect', () => this.say('network', ''));
    parley.on('network:state-changed', ({ online }) => {
      if (!online) this.say('network', words.offline);
      else this.say('network', parley.getConnectionStatus() === 'connecting' ? words.reconnecting : '');
    });
    parley.on('network-quality', ({ quality }) => {
      if (quality === 'poor') this.say('network', words.slow);
      if (quality === 'good' || quality === 'fair') this.say('network', '');
    });
    parley.on('warning', ({ code }) => {
      if (code === 'audio_locked') this.say('audio', words.audioLocked);
    });
    parley.on('avatar-speech', () => {
      if (parley.isMediaConnected()) this.say('audio', '');
    });
    parley.on('end', () => {
      for (const matter of order) this.say(matter, '');
    });
  }

  say(matter: Matter, text: string): void {
    this.#texts.set(matter, text);
    const shown = order.map((each) => this.#texts.get(each) ?? '').find((each) => each !== '') ?? '';
    if (this.#element.textContent !== shown) this.#element.textContent = shown;
  }
}
