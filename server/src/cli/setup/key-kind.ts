import type { ApiKey, ApiKeyChange, NewApiKey } from '@parley/protocol/management';
import { ManagementApiError, type ManagementClient } from '@parley/protocol/management/client';
import { UsageError } from '../command.ts';
import { changedFields, changeText, newFields } from './change-text.ts';
import { type Directory, labelOf, labelText } from './numbered.ts';
import type { Body, ItemKind } from './plan-items.ts';
import type { KeyEntry } from './setup-file.ts';

type View = ApiKey & { readonly key?: string };
type KeyBody = ApiKeyChange & Pick<NewApiKey, 'name' | 'permissions'>;

export function keyKind(
  client: ManagementClient,
  account: string,
  entries: readonly KeyEntry[],
  existing: readonly ApiKey[],
  directory: Directory,
  avatars: Directory,
): ItemKind<KeyEntry, View, KeyBody> {
  const paramsOf = (key: string) => ({ account, key });
  const nameOf = (id: string): string => {
    const label = avatars.labelOf(id);
    return label === undefined ? id : labelText(label);
  };
  const bodyOf = ({ avatars: allowed, origins, ...entry }: KeyEntry): Body<KeyBody> => {
    const body = { ...entry, origins: origins ?? null };
    if (allowed === undefined) return { body: { ...body, avatarIds: null }, isComplete: true };
    const ids = allowed.map((reference) => {
      const id = avatars.idOf(labelOf(reference));
      if (id === undefined) throw new UsageError(`there is no avatar ${labelText(labelOf(reference))}.`);
      return id;
    });
    const avatarIds = ids.filter((id) => id !== null);
    const isComplete = avatarIds.length === ids.length;
    return { body: isComplete ? { ...body, avatarIds } : body, isComplete };
  };
  return {
    noun: 'key',
    account,
    entries,
    existing,
    directory,
    bodyOf,
    async get(id) {
      const key = await client.call('keys.get', { params: paramsOf(id) });
      if (key.state === 'revoked') throw new ManagementApiError(404, 'not_found', 'The key is revoked.');
      return key;
    },
    create: ({ avatarIds, origins, ...body }, options) =>
      client.call('keys.create', {
        params: { account },
        body: { ...body, ...(avatarIds ? { avatarIds } : {}), ...(origins ? { origins } : {}) },
        ...options,
      }),
    update: (id, body, options) => client.call('keys.update', { params: paramsOf(id), body, ...options }),
    remove: (id, options) => client.call('keys.revoke', { params: paramsOf(id), ...options }),
    newLines: ({ name: _, ...entry }) => newFields(entry),
    changedLines(before, after, entry) {
      const allowed = before.avatarIds?.map(nameOf);
      const wanted = entry.avatars?.map((reference) => labelText(labelOf(reference)));
      return [
        ...changedFields(before, after, ['permissions', 'origins']),
        ...(String(allowed) === String(wanted) ? [] : [changeText('avatars', allowed, wanted)]),
      ];
    },
    secretOf: ({ key }) => key ?? null,
  };
}
