import type { Avatar, NewReplay } from '@parley/protocol/management';

/** What is replayed: one session, or the newest ones of an avatar. */
export type ReplaySource = { readonly session: string } | { readonly avatar: Pick<Avatar, 'id' | 'name'> };

const dayMs = 86_400_000;

export const firstValues = {
  kind: 'endpoint' as 'endpoint' | 'model',
  endpointUrl: '',
  endpointKey: '',
  modelName: '',
  modelUrl: '',
  modelKey: '',
  modelPrompt: '',
  days: '7',
  limit: 200 as number | string,
  keepUserIds: false,
};
export type ReplayValues = typeof firstValues;

/** What the form asks for. Fields that are empty are left out. */
export function replayBody(values: ReplayValues, source: ReplaySource, nowMs: number): NewReplay {
  const { kind, endpointUrl, endpointKey, modelName, modelUrl, modelKey, modelPrompt, keepUserIds } = values;
  const brain =
    kind === 'endpoint' ? { endpointUrl, endpointKey } : { modelName, modelUrl, modelKey, modelPrompt };
  const given = Object.fromEntries(
    Object.entries(brain)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );
  const chosen =
    'session' in source
      ? { sessions: [source.session] }
      : {
          avatar: source.avatar.id,
          since: nowMs - Number(values.days) * dayMs,
          limit: Number(values.limit) || 1,
        };
  return { ...chosen, ...given, keepUserIds };
}
