type Voice = { name: string; lang: string; default: boolean; localService: boolean };

export class StandInUtterance {
  text: string;
  lang = '';
  rate = 1;
  pitch = 1;
  volume = 1;
  voice: Voice | null = null;
  onstart: (() => void) | null = null;
  onboundary: ((event: { name: string; charIndex: number }) => void) | null = null;
  onend: (() => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;

  constructor(text: string) {
    this.text = text;
  }
}

/** The browser's speech, controlled by a test. Utterances wait until the test raises their events. */
export class StandInSynthesis extends EventTarget {
  voices: Voice[] = [{ name: 'Anna', lang: 'de-DE', default: true, localService: true }];
  readonly spoken: StandInUtterance[] = [];
  cancelled = 0;

  getVoices(): Voice[] {
    return this.voices;
  }

  speak(utterance: StandInUtterance): void {
    this.spoken.push(utterance);
  }

  cancel(): void {
    this.cancelled += 1;
  }

  setVoices(voices: Voice[]): void {
    this.voices = voices;
    this.dispatchEvent(new Event('voiceschanged'));
  }
}
