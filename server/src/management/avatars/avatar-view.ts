import type { AvatarChange } from '@parley/protocol/management';
import {
  type Avatar,
  type AvatarInput,
  type ListedAvatar,
  modelPath,
  portraitPath,
} from '../../avatars/index.ts';
import { invalid, notFound, parseAvatarId } from '../../kernel/index.ts';
import { takesKey } from '../../speech/index.ts';

/** Settings have the same names in the code and in the management API; only secrets and dates differ. */
export function avatarView(avatar: Avatar, baseUrl: string) {
  const { id, look, voice, hearing, model, portrait } = avatar;
  return {
    ...avatar,
    look: lookView(look),
    voice: { ...voice, hasKey: takesKey(voice.provider) && avatar.hasVoiceKey },
    hearing: { ...hearing, server: hearing.server && { ...hearing.server, hasKey: avatar.hasHearingKey } },
    model: model && { ...model, url: baseUrl + modelPath(id, model) },
    portraitUrl: portraitUrl(baseUrl, id, portrait),
    pageUrl: pageUrl(baseUrl, id),
  };
}

export const listedView = (avatar: ListedAvatar, baseUrl: string) => ({
  ...avatar,
  look: lookView(avatar.look),
  portraitUrl: portraitUrl(baseUrl, avatar.id, avatar.portrait),
  pageUrl: pageUrl(baseUrl, avatar.id),
});

const lookView = (look: Avatar['look']) => (typeof look === 'string' ? look : { ...look });
const portraitUrl = (baseUrl: string, id: number, portrait: string | null): string | null =>
  portrait && baseUrl + portraitPath(id, portrait);
const pageUrl = (baseUrl: string, id: number): string => `${baseUrl}/avatar/${id}`;

export const inputOf = (change: AvatarChange): AvatarInput =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

export function avatarIdOf(text: string): number {
  const id = parseAvatarId(text);
  if (id === null) throw notFound('This avatar does not exist. Check its id.');
  return id;
}

/** Refuses a filter that is not an avatar id. An empty list would not explain the mistake. */
export function avatarFilter(text: string | undefined): number | null {
  if (text === undefined) return null;
  const id = parseAvatarId(text);
  if (id === null) throw invalid('avatar must be an avatar id.', 'avatar');
  return id;
}
