import type { Parley } from '@parley/client/sdk';
import { texts } from './texts/index.ts';

type Topic = 'network' | 'microphone' | 'ears' | 'audio' | 'transcript';
/** The most important topic comes first, because the banner shows only one. */
const order: readonly Topic[] = ['network', 'transcript', 'audio', 'microphone', 'ears'];

/** One line about what is wrong. Each topic sets and clears only its own text. */
export class Banner {
  readonly #element: HTMLElement;
  readonly #texts = new Map<Topic, string>();

  constructor(element: HTMLElement, parley: Parley) {
    this.#element = element;
    parley.on('websocket-close', ({ willReconnect }) => {
      if (!willReconnect) return this.show('network', '');
      this.show('network', navigator.onLine ? texts.reconnecting : texts.offline);
      parley.notify('warning', 'Connection', texts.reconnecting);
    });
    parley.on('websocket-connect', () => this.show('network', ''));
    parley.on('network:state-changed', ({ online }) => {
      if (!online) this.show('network', texts.offline);
      else this.show('network', parley.getConnectionStatus() === 'connecting' ? texts.reconnecting : '');
    });
    parley.on('network-quality', ({ quality }) => {
      if (quality === 'poor') this.show('network', texts.slow);
      if (quality === 'good' || quality === 'fair') this.show('network', '');
    });
    parley.on('warning', ({ code }) => {
      if (code === 'audio_locked') this.show('audio', texts.audioLocked);
    });
    parley.on('avatar-speech', () => {
      if (parley.isMediaConnected()) this.show('audio', '');
    });
    parley.on('end', () => {
      for (const topic of order) this.show(topic, '');
    });
  }

  show(topic: Topic, text: string): void {
    this.#texts.set(topic, text);
    const shown = order.map((each) => this.#texts.get(each) ?? '').find((each) => each !== '') ?? '';
    if (this.#element.textContent !== shown) this.#element.textContent = shown;
  }
}
