import type { RecogniserKind } from './ears-interface.ts';

/** The avatar's hearing settings. */
export type Hearing = {
  readonly recogniser: RecogniserKind | 'none';
  /** Null if the avatar has no language. The visitor's own language is used then. */
  readonly language: string | null;
};

const kinds: readonly string[] = ['built-in', 'browser', 'server', 'none'];
const defaultHearing: Hearing = { recogniser: 'built-in', language: null };

/** The hearing in the public settings of an avatar. Null if they do not show it. */
export function hearingIn({ hearing }: { readonly hearing?: unknown }): Hearing | null {
  if (typeof hearing !== 'object' || hearing === null) return null;
  const { recogniser, language } = hearing as { recogniser?: unknown; language?: unknown };
  return {
    recogniser: kinds.includes(String(recogniser)) ? (recogniser as Hearing['recogniser']) : 'built-in',
    language: typeof language === 'string' ? language : null,
  };
}

export async function readHearing(url: string, avatarId: string): Promise<Hearing> {
  try {
    const response = await fetch(`${url}/client/avatars/${encodeURIComponent(avatarId)}`);
    return hearingIn((await response.json()) as { hearing?: unknown }) ?? defaultHearing;
  } catch {
    return defaultHearing;
  }
}
