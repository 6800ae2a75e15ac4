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

const kinds: readonly Hearing['recogniser'][] = ['built-in', 'browser', 'server', 'live', 'none'];
const patiences: readonly Patience[] = ['quick', 'normal', 'patient'];

/** The hearing in the public settings of an avatar. Null if they do not show it. */
export function hearingIn({ hearing }: { readonly hearing?: unknown }): Hearing | null {
  const found = recordOf(hearing);
  return found && hearingOf(found);
}

function hearingOf({
  recogniser,
  language,
  recognisers,
  patience,
  turnModel,
}: { [Name in keyof Hearing]?: unknown }): Hearing {
  return {
    recogniser: oneOf(kinds, recogniser) ?? 'built-in',
    recognisers: recordOf(recognisers) ?? {},
    language: typeof language === 'string' ? language : null,
    patience: oneOf(patiences, patience) ?? 'normal',
    turnModel: typeof turnModel === 'string' && turnModel.startsWith('/') ? turnModel : null,
  };
}

/** The recogniser for a language. */
export const recogniserFor = (
  { recogniser, recognisers }: Hearing,
  language: string,
): Hearing['recogniser'] => oneOf(kinds, recognisers[baseOf(language)]) ?? recogniser;

function oneOf<T>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value);
}

export async function readHearing(url: string, avatarId: string): Promise<Hearing> {
  const response = await fetch(`${url}/client/avatars/${encodeURIComponent(avatarId)}`).catch(() => null);
  const avatar = recordOf(await response?.json().catch(() => null));
  return hearingOf(recordOf(avatar?.hearing) ?? {});
}
