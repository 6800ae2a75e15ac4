/** The part of a face that the SDK controls. The module that draws it is loaded only when needed. */
export type Face = {
  setMode(mode: 'idle' | 'listening' | 'thinking' | 'talking'): void;
  setEmotion(name: string, intensity: number): void;
  gesture(name: string, times: number): void;
  look(at: string): void;
  /** A CSS colour, or `default` for the look's own background. */
  setBackground?(colour: string): void;
  speak(
    track: readonly { viseme: string; startMs: number; durationMs: number }[],
    elapsedMs: () => number,
  ): void;
  stopSpeaking(): void;
  /** Statistics for measurements and tests. */
  stats?(): FaceStats;
  dispose(): void;
};

export type FaceStats = {
  readonly isRunning: boolean;
  readonly frames: number;
  readonly visemes: Readonly<Partial<Record<string, number>>>;
};

export type FaceKind = 'face' | 'still' | 'none';
export type LoadedFace = { readonly kind: FaceKind; readonly face: Face };

/** `/sdk/face.js` of the service exports this. */
export type FaceModule = {
  mountFace(
    element: HTMLElement,
    look: unknown,
    onStepDown: (loaded: LoadedFace) => void,
  ): Promise<LoadedFace>;
};
