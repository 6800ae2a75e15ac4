export type Playback = { stop(): void };

/**
 * Plays a sound with an AudioContext. It needs no URL, so the page's policy need not allow one. Null if nobody wants to
 * hear it any more.
 */
export async function playSound(
  sound: Blob,
  isCurrent: () => boolean,
  onEnd: () => void,
): Promise<Playback | null> {
  const context = new AudioContext();
  const source = context.createBufferSource();
  try {
    source.buffer = await context.decodeAudioData(await sound.arrayBuffer());
  } catch (error) {
    void context.close();
    throw error;
  }
  if (!isCurrent()) {
    void context.close();
    return null;
  }
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

/** Speaks with a voice of this device. Visitors hear the voice of their own device. */
export function speakOnDevice(
  text: string,
  voice: { voice: string; language: string; rate: number; pitch: number },
  onEnd: () => void,
): Playback {
  const utterance = new SpeechSynthesisUtterance(text);
  const found = speechSynthesis.getVoices().find(({ name }) => name === voice.voice);
  if (found !== undefined) utterance.voice = found;
  if (voice.language !== '') utterance.lang = voice.language;
  utterance.rate = voice.rate;
  utterance.pitch = voice.pitch;
  utterance.onend = onEnd;
  utterance.onerror = onEnd;
  speechSynthesis.speak(utterance);
  return {
    stop() {
      utterance.onend = null;
      utterance.onerror = null;
      speechSynthesis.cancel();
    },
  };
}
