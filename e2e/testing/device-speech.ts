type DeviceVoice = { readonly name: string; readonly lang: string };

/**
 * Replaces the browser's own voices, which a browser without a screen does not have. A word takes a fifth of a second,
 * and the page gets an event for each one, as in real browsers. \`spoken\` is what was heard.
 */
export const deviceSpeechOf = (...voices: readonly DeviceVoice[]): string => `{
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  let current = null;
  const speech = new EventTarget();
  Object.assign(speech, {
    getVoices: () => ${JSON.stringify(voices)}.map((voice, index) => ({ ...voice, default: index === 0, localService: true })),
    speak(utterance) {
      if (utterance.text === '') return;
      const words = [...utterance.text.matchAll(/\\S+/g)];
      const entry = { text: utterance.text, voice: utterance.voice?.name, rate: utterance.rate, heard: 0, cut: false };
      spoken.push(entry);
      const step = () => {
        const word = words[entry.heard];
        if (word === undefined) {
          clearInterval(current.timer);
          current = null;
          return utterance.onend?.({});
        }
        utterance.onboundary?.({ name: 'word', charIndex: word.index });
        entry.heard += 1;
      };
      current = { entry, timer: setInterval(step, 200) };
      utterance.onstart?.({});
    },
    cancel() {
      if (current === null) return;
      clearInterval(current.timer);
      current.entry.cut = true;
      current = null;
    },
  });
  Object.defineProperty(window, 'speechSynthesis', { value: speech });
}`;

export const deviceSpeech = deviceSpeechOf({ name: 'Nadia', lang: 'en-GB' });
