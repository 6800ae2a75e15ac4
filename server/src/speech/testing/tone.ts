/** How long the stand-ins take for a letter. */
export const letterDurationMs = 60;

/** A hum in place of a voice: loud while letters are said, silent at spaces. */
export function tone(text: string, sampleRate: number, speed = 1, volume = 1): Buffer {
  const perLetter = Math.round((sampleRate * letterDurationMs) / 1_000 / speed);
  const samples = new Int16Array(perLetter * text.length);
  for (let index = 0; index < samples.length; index += 1) {
    if (text[Math.floor(index / perLetter)] === ' ') continue;
    samples[index] = Math.round(8_000 * volume * Math.sin((index * 2 * Math.PI * 180) / sampleRate));
  }
  return Buffer.from(samples.buffer);
}

export function silentSound(ms: number, sampleRate: number): Buffer {
  return Buffer.alloc(2 * Math.round((ms * sampleRate) / 1_000));
}
