type Recognition = EventTarget & {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  stop(): void;
  abort(): void;
  onresult: ((event: RecognitionResults) => void) | null;
  onspeechstart: (() => void) | null;
  onspeechend: (() => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
};
type RecognitionResults = {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean } & ArrayLike<{ transcript: string }>>;
};
export type RecognitionClass = new () => Recognition;

export type BrowserRecognitionCallbacks = {
  handleSpeech(active: boolean): void;
  handleWords(text: string, final: boolean): void;
  /** Recognition has stopped for good. */
  handleStopped(reason: string): void;
};

export type BrowserRecognition = {
  abort(): void;
  /** Hears no more. Resolves when all words have been reported. */
  finish(): Promise<void>;
};

const restartMs = 300;
const permanentErrors: Readonly<Record<string, string>> = {
  'not-allowed': 'The browser does not allow its speech recognition here. You can type instead.',
  'service-not-allowed': 'The browser does not allow its speech recognition here. You can type instead.',
  'language-not-supported': 'This browser cannot recognise speech in this language. You can type instead.',
};

export const recognitionClass = (): RecognitionClass | undefined => {
  const scope = globalThis as {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
};

/** Starts the browser's own recogniser. */
export function openBrowserRecogniser(
  Recognition: RecognitionClass,
  language: string,
  callbacks: BrowserRecognitionCallbacks,
): BrowserRecognition {
  const recognition = new Recognition();
  const finished = Promise.withResolvers<void>();
  let open = true;
  let isRunning = true;
  let failures = 0;
  const stopWith = (reason: string) => {
    open = false;
    callbacks.handleStopped(reason);
    finished.resolve();
  };
  recognition.lang = language;
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.onspeechstart = () => callbacks.handleSpeech(true);
  recognition.onspeechend = () => callbacks.handleSpeech(false);
  recognition.onresult = ({ results, resultIndex }) => {
    failures = 0;
    for (let i = resultIndex; i < results.length; i++) {
      const result = results[i];
      const text = result?.[0]?.transcript.trim() ?? '';
      if (text !== '') callbacks.handleWords(text, result?.isFinal ?? false);
    }
  };
  recognition.onerror = ({ error }) => {
    const reason = permanentErrors[error];
    if (reason !== undefined) stopWith(reason);
    if (error !== 'network') return;
    failures += 1;
    if (failures >= 3)
      stopWith('Could not reach the speech recognition of this browser. You can type instead.');
  };
  // Browsers end recognition after a pause. It is restarted while the microphone is open.
  recognition.onend = () => {
    isRunning = false;
    if (!open) return finished.resolve();
    setTimeout(() => {
      if (!open) return;
      isRunning = true;
      recognition.start();
    }, restartMs);
  };
  recognition.start();
  return {
    abort() {
      open = false;
      recognition.abort();
    },
    finish() {
      open = false;
      if (isRunning) recognition.stop();
      else finished.resolve();
      return finished.promise;
    },
  };
}
