import { type AvatarSetting, settingEntries } from '@parley/protocol/avatar-settings';
import type { Avatar as AvatarAnswer, AvatarChange } from '@parley/protocol/management';
import { type Avatar, type AvatarInput, modelPath } from '../../avatars/index.ts';
import { invalid, notFound, parseAvatarId } from '../../kernel/index.ts';
import { takesKey } from '../../speech/index.ts';

/** Settings have the same names in the code and in the dashboard's API; only secrets and dates differ. */
export function avatarView(avatar: Avatar, baseUrl: string): AvatarAnswer {
  const {
    accountId: _,
    id,
    createdAt,
    updatedAt,
    hasVoiceKey,
    hasHearingKey,
    voice,
    hearing,
    model,
    ...rest
  } = avatar;
  return {
    ...rest,
    id: String(id),
    look: rest.look as AvatarAnswer['look'],
    voice: { ...voice, hasKey: takesKey(voice.provider) && hasVoiceKey },
    hearing: { ...hearing, server: hearing.server && { ...hearing.server, hasKey: hasHearingKey } },
    model: model && {
      url: baseUrl + modelPath(id, model),
      format: model.format,
      bytes: model.bytes,
      triangles: model.triangles,
    },
    pageUrl: `${baseUrl}/avatar/${id}`,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}

export const inputOf = (change: AvatarChange): AvatarInput =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const keptCharacters = 200;
const namesOf = (kind: AvatarSetting['kind']): ReadonlySet<string> =>
  new Set(settingEntries.filter(({ setting }) => setting.kind === kind).map(({ name }) => name));
const secretNames = namesOf('secret');
const textNames = namesOf('text');

/** The changed settings for the audit log, without secrets and with long texts cut. */
export function changeForAudit(change: AvatarChange): Record<string, unknown> {
  const shown = (name: string, value: unknown): unknown => {
    if (secretNames.has(name)) return value === null ? '(removed)' : '(changed)';
    if (textNames.has(name) && typeof value === 'string') return value.slice(0, keptCharacters);
    return name === 'look' && typeof value !== 'string' ? '(changed)' : withoutKeys(value);
  };
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, shown(name, value)]));
}

function withoutKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'key' ? (inner === null ? '(removed)' : '(changed)') : withoutKeys(inner),
    ]),
  );
}

export function avatarIdOf(text: string): number {
  const id = parseAvatarId(text);
  if (id === null) throw notFound('There is no such avatar.');
  return id;
}

/** Refuses a filter that is no avatar id, because an empty list would not explain itself. */
export function avatarFilter(text: string | undefined): number | null {
  if (text === undefined) return null;
  const id = parseAvatarId(text);
  if (id === null) throw invalid('avatar must be an avatar id.', 'avatar');
  return id;
}
