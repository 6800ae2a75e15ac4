/** The part of a face that these pages use. */
export type ShownFace = {
  readonly kind: 'face' | 'still' | 'none';
  readonly face: { setMode(mode: 'idle' | 'talking'): void; dispose(): void };
};
type FaceModule = {
  makePortrait(look: unknown, onProgress: (share: number) => void): Promise<Blob>;
  mountFace(element: HTMLElement, look: unknown, onStepDown: (face: ShownFace) => void): Promise<ShownFace>;
};

let modulePromise: Promise<FaceModule> | null = null;

/** The module of the avatar's own page, so that previews match what visitors see. */
export function loadFaceModule(): Promise<FaceModule> {
  const address = '/sdk/face.js';
  modulePromise ??= import(/* @vite-ignore */ address) as Promise<FaceModule>;
  return modulePromise;
}
