export type Playback = { stop(): void };

/** Plays a sound by the audio clock; no address for it is needed, so the page's policy stays as it is. */
export async function playSound(sound: Blob, onEnd: () => void): Promise<Playback> {
  const context = new AudioContext();
  const source = context.createBufferSource();
  source.buffer = await context.decodeAudioData(await sound.arrayBuffer());
  source.connect(context.destination);
  source.onended = onEnd;
  source.start();
  return {
    stop() {
      source.onended = null;
      source.stop();
      void context.close();
    },
  };
}

/** A voice of the visitor's device: what is heard here is this device's. */
export function speakOnDevice(
  text: string,
  voice: { voice: string; language: string; rate: number; pitch: number },
  onEnd: () => void,
): Playback {
  const input = new SpeechSynthesisUtterance(text);
  const found = speechSynthesis.getVoices().find(({ name }) => name === voice.voice);
  if (found !== undefined) input.voice = found;
  if (voice.language !== '') input.lang = voice.language;
  input.rate = voice.rate;
  input.pitch = voice.pitch;
  input.onend = onEnd;
  input.onerror = onEnd;
  speechSynthesis.speak(input);
  return {
    stop() {
      input.onend = null;
      speechSynthesis.cancel();
    },
  };
}
