const tonesHz = [660, 880] as const;
const toneSeconds = 0.22;
const loudness = 0.12;

/** Two soft tones. Browsers allow a sound only after the person has done something in the tab. */
export function ring(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  const context = new AudioContext();
  tonesHz.forEach((frequency, index) => {
    const start = context.currentTime + index * toneSeconds;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loudness, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds * 2);
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + toneSeconds * 2);
  });
  setTimeout(() => void context.close(), 1_500);
}
