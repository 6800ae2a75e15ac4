/** The part of a drawn face that these pages use. */
export type ShownFace = {
  readonly kind: 'face' | 'still' | 'none';
  readonly face: { setMode(mode: 'idle' | 'talking'): void; dispose(): void };
};
type FaceModule = {
  mountFace(element: HTMLElement, look: unknown, onStepDown: (face: ShownFace) => void): Promise<ShownFace>;
};

let loaded: Promise<FaceModule> | null = null;

/** The same module that the avatar's own page uses, so that a preview is what visitors see. */
export function faceModule(): Promise<FaceModule> {
  const address = '/sdk/face.js';
  loaded ??= import(/* @vite-ignore */ address) as Promise<FaceModule>;
  return loaded;
}
