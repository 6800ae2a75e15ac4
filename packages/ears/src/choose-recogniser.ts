import type { RecogniserKind } from '@parley/client/sdk/ears';

export type BrowserCapabilities = {
  /** The browser has WebAssembly, workers and audio worklets, which the built-in recognition needs. */
  readonly runsModels: boolean;
  readonly hasRecogniser: boolean;
};

export type RecogniserChoice =
  | { readonly kind: RecogniserKind; readonly note: string | null }
  | { readonly kind: 'none'; readonly note: string };

const isEnglish = (language: string): boolean => /^en(-|$)/i.test(language);

/** The preferred recogniser, or the next best one for this browser and language. The note says what is missing. */
export function chooseRecogniser(
  preferred: RecogniserKind,
  language: string,
  browser: BrowserCapabilities,
): RecogniserChoice {
  const builtIn = browser.runsModels && isEnglish(language);
  const isServed = preferred === 'server' || preferred === 'live';
  if (isServed && browser.runsModels) return { kind: preferred, note: null };
  if (preferred === 'browser' && browser.hasRecogniser) return { kind: 'browser', note: null };
  if (builtIn) return { kind: 'built-in', note: null };
  if (browser.hasRecogniser) return { kind: 'browser', note: null };
  const note = isEnglish(language)
    ? 'This browser cannot recognise speech. You can type instead.'
    : `This browser cannot recognise speech in ${nameOf(language)}. You can type instead.`;
  return { kind: 'none', note };
}

function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}
