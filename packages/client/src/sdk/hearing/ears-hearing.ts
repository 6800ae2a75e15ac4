import type { RecogniserKind } from './ears-interface.ts';

/** The avatar's hearing settings. */
export type Hearing = {
  readonly recogniser: RecogniserKind | 'none';
  /** Null if the avatar has no language. The visitor's own language is used then. */
  readonly language: string | null;
};

const kinds: readonly string[] = ['built-in', 'browser', 'server', 'none'];
const defaultHearing: Hearing = { recogniser: 'built-in', language: null };

export async function readHearing(url: string, avatarId: string): Promise<Hearing> {
  try {
    const response = await fetch(`${url}/client/avatars/${encodeURIComponent(avatarId)}`);
    const avatar = (await response.json()) as { hearing?: { recogniser?: unknown; language?: unknown } };
    const { recogniser, language } = avatar.hearing ?? {};
    return {
      recogniser: kinds.includes(String(recogniser)) ? (recogniser as Hearing['recogniser']) : 'built-in',
      language: typeof language === 'string' ? language : null,
    };
  } catch {
    return defaultHearing;
  }
}
