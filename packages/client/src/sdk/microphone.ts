export type MicrophoneState = 'off' | 'asking' | 'on' | 'denied' | 'missing';

export type MicrophoneView = {
  handleState(state: MicrophoneState): void;
  handleSpeech(active: boolean): void;
  handleWords(text: string, final: boolean): void;
  handleTrouble(message: string): void;
};

type Recognition = EventTarget & {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  abort(): void;
  onresult: ((event: RecognitionResult) => void) | null;
  onspeechstart: (() => void) | null;
  onspeechend: (() => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
};
type RecognitionResult = {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean } & ArrayLike<{ transcript: string }>>;
};
const restartMs = 300;
type RecognitionClass = new () => Recognition;

const recognitionClass = (): RecognitionClass | undefined => {
  const scope = globalThis as {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
};

/** The visitor's microphone and the browser's own recogniser. */
export class Microphone {
  #view: MicrophoneView;
  #locale: string;
  #stream: MediaStream | null = null;
  #recognition: Recognition | null = null;
  #state: MicrophoneState = 'off';
  #deviceId: string | undefined;

  constructor(view: MicrophoneView, locale: string) {
    this.#view = view;
    this.#locale = locale;
  }

  get state(): MicrophoneState {
    return this.#state;
  }

  get stream(): MediaStream | null {
    return this.#stream;
  }

  useDevice(deviceId: string): void {
    this.#deviceId = deviceId;
  }

  async enable(): Promise<boolean> {
    if (this.#state === 'on') return true;
    if (navigator.mediaDevices === undefined) {
      this.#set('missing');
      this.#view.handleTrouble('The microphone works only on https pages or on this machine itself.');
      return false;
    }
    this.#set('asking');
    try {
      const device = this.#deviceId === undefined ? {} : { deviceId: { exact: this.#deviceId } };
      this.#stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...device },
      });
    } catch (error) {
      const refused = error instanceof DOMException && error.name === 'NotAllowedError';
      this.#set(refused ? 'denied' : 'missing');
      this.#view.handleTrouble(
        refused
          ? 'The browser does not allow the microphone. Allow it in the address bar, or type instead.'
          : 'No microphone was found. You can type instead.',
      );
      return false;
    }
    this.#set('on');
    this.#recognise();
    return true;
  }

  disable(): void {
    this.#recognition?.abort();
    this.#recognition = null;
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    if (this.#state === 'on' || this.#state === 'asking') this.#set('off');
  }

  setLocale(locale: string): void {
    this.#locale = locale;
    if (this.#recognition === null) return;
    this.#recognition.abort();
    this.#recognise();
  }

  #recognise(): void {
    const Recogniser = recognitionClass();
    if (Recogniser === undefined) {
      this.#view.handleTrouble('This browser cannot recognise speech. You can type instead.');
      return;
    }
    const recognition = new Recogniser();
    this.#recognition = recognition;
    recognition.lang = this.#locale;
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.onspeechstart = () => this.#view.handleSpeech(true);
    recognition.onspeechend = () => this.#view.handleSpeech(false);
    recognition.onresult = ({ results, resultIndex }) => {
      for (let i = resultIndex; i < results.length; i++) {
        const result = results[i];
        const text = result?.[0]?.transcript.trim() ?? '';
        if (text !== '') this.#view.handleWords(text, result?.isFinal ?? false);
      }
    };
    recognition.onerror = ({ error }) => {
      if (error === 'not-allowed' || error === 'service-not-allowed') this.#recognition = null;
    };
    // Browsers end recognition after a pause; it goes on while the microphone is open.
    recognition.onend = () => {
      setTimeout(() => {
        if (this.#recognition === recognition && this.#state === 'on') recognition.start();
      }, restartMs);
    };
    recognition.start();
  }

  #set(state: MicrophoneState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#view.handleState(state);
  }
}
