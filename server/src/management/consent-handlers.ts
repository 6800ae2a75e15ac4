import type { Consents } from '../partners/index.ts';
import { avatarIdsOf } from './avatar-ids.ts';
import type { HandlersFor } from './call-context.ts';

export function consentHandlers({ consents }: { consents: Consents }): HandlersFor<'consent'> {
  return {
    'consent.get': ({ signed, part }) => consents.get(signed, part('uid')),
    'consent.allow': ({ change, signed, part, body }) =>
      consents.allow(change, signed, part('uid'), {
        accountId: body.account,
        avatarIds: body.avatars && avatarIdsOf(body.avatars, 'avatars'),
      }),
    'consent.deny': ({ signed, part }) => consents.deny(signed, part('uid')),
  };
}
