import type { RecogniserKind } from '@parley/client/sdk/ears';

export type Abilities = {
  /** Programs in workers and sound in worklets: what our own recognition needs. */
  readonly runsModels: boolean;
  readonly hasRecogniser: boolean;
};

export type Choice =
  | { readonly kind: RecogniserKind; readonly note: string | null }
  | { readonly kind: 'none'; readonly note: string };

const isEnglish = (language: string): boolean => /^en(-|$)/i.test(language);

/** The recogniser that the avatar wants, or the next best that this browser and language have; what is missing is said. */
export function chooseRecogniser(input: RecogniserKind, language: string, can: Abilities): Choice {
  const builtIn = can.runsModels && isEnglish(language);
  if (input === 'server' && can.runsModels) return { kind: 'server', note: null };
  if (input === 'browser' && can.hasRecogniser) return { kind: 'browser', note: null };
  if (builtIn) return { kind: 'built-in', note: null };
  if (can.hasRecogniser) return { kind: 'browser', note: null };
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
