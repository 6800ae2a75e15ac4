import { recordOf } from '../../record.ts';
import type { Patience, RecogniserKind } from './ears-interface.ts';
import { baseOf } from './spoken-language.ts';

/** The avatar's hearing settings. */
export type Hearing = {
  readonly recogniser: RecogniserKind | 'none';
  /** Null if the avatar has no language. The visitor's own language is used then. */
  readonly language: string | null;
  /** The recognisers of the avatar's languages. */
  readonly recognisers: Readonly<Record<string, unknown>>;
  readonly patience: Patience;
  /** A path of the service. */
  readonly turnModel: string | null;
};

const kinds: readonly string[] = ['built-in', 'browser', 'server', 'live', 'none'];
const patiences: readonly string[] = ['quick', 'normal', 'patient'];
const defaultHearing = hearingOf({});

/** The hearing in the public settings of an avatar. Null if they do not show it. */
export function hearingIn({ hearing }: { readonly hearing?: unknown }): Hearing | null {
  if (typeof hearing !== 'object' || hearing === null) return null;
  return hearingOf(hearing);
}

function hearingOf({
  recogniser,
  language,
  recognisers,
  patience,
  turnModel,
}: { [Name in keyof Hearing]?: unknown }): Hearing {
  return {
    recogniser: kindOf(recogniser) ?? 'built-in',
    recognisers: recordOf(recognisers) ?? {},
    language: typeof language === 'string' ? language : null,
    patience: patiences.includes(String(patience)) ? (patience as Patience) : 'normal',
    turnModel: typeof turnModel === 'string' && turnModel.startsWith('/') ? turnModel : null,
  };
}

/** The recogniser for a language. */
export const recogniserFor = (
  { recogniser, recognisers }: Hearing,
  language: string,
): Hearing['recogniser'] => kindOf(recognisers[baseOf(language)]) ?? recogniser;

function kindOf(value: unknown): Hearing['recogniser'] | undefined {
  return kinds.includes(String(value)) ? (value as Hearing['recogniser']) : undefined;
}

export async function readHearing(url: string, avatarId: string): Promise<Hearing> {
  try {
    const response = await fetch(`${url}/client/avatars/${encodeURIComponent(avatarId)}`);
    return hearingIn((await response.json()) as { hearing?: unknown }) ?? defaultHearing;
  } catch {
    return defaultHearing;
  }
}
