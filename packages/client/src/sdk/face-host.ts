import type { AvatarStatus } from '@parley/protocol';
import type { TagEvent } from '../tag-event.ts';
import type { FaceKind, FaceModule, LoadedFace } from './face-seam.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

const modes = {
  UNLOADED: 'idle',
  LOADED: 'idle',
  IDLE: 'idle',
  LISTENING: 'listening',
  THINKING: 'thinking',
  TALKING: 'talking',
} as const;

/** Keeps the face in step with the conversation. A page without one loses nothing but the picture. */
export class FaceHost {
  #loaded: LoadedFace | null = null;
  #onKind: (kind: FaceKind) => void;
  #disposed = false;

  constructor(onKind: (kind: FaceKind) => void) {
    this.#onKind = onKind;
  }

  async mount(url: string, element: HTMLElement, look: unknown): Promise<void> {
    try {
      const module = (await import(/* @vite-ignore */ `${url}/sdk/face.js`)) as FaceModule;
      const loaded = await module.mountFace(element, look, (stepped) => this.#take(stepped));
      this.#take(loaded);
    } catch {
      this.#onKind('none');
    }
  }

  handleStatus(status: AvatarStatus): void {
    this.#loaded?.face.setMode(modes[status]);
  }

  handleSentence(sentence: SpokenSentence, elapsedMs: () => number): void {
    this.#loaded?.face.speak(sentence.visemes, elapsedMs);
  }

  handleSilence(): void {
    this.#loaded?.face.stopSpeaking();
  }

  handleTag({ name, attributes }: TagEvent): void {
    const face = this.#loaded?.face;
    if (face === undefined) return;
    if (name === 'svc-gesture') face.gesture(attributes.name ?? '', Number(attributes.times ?? 1) || 1);
    if (name === 'svc-emotion') face.setEmotion(attributes.name ?? '', Number(attributes.intensity ?? 1));
    if (name === 'svc-look') face.look(attributes.at ?? 'user');
  }

  dispose(): void {
    this.#disposed = true;
    this.#loaded?.face.dispose();
    this.#loaded = null;
  }

  #take(loaded: LoadedFace): void {
    if (this.#disposed) return loaded.face.dispose();
    this.#loaded = loaded;
    this.#onKind(loaded.kind);
  }
}
