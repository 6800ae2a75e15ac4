import type { ConsentRequest, Consents } from '../../partners/index.ts';
import { avatarIdsOf } from '../avatars/avatar-ids.ts';
import type { CallContext, HandlersFor } from '../calls/call-context.ts';

type ConsentCall = Pick<CallContext<'consent.get'>, 'signed' | 'signInRequest' | 'part'>;

export function consentHandlers({ consents }: { consents: Consents }): HandlersFor<'consent'> {
  const requestOf = ({ signed, signInRequest, part }: ConsentCall): ConsentRequest => ({
    person: signed,
    uid: part('uid'),
    cookie: signInRequest.cookie,
  });
  return {
    'consent.get': (call) => consents.get(requestOf(call)),
    'consent.allow': (call) =>
      consents.allow(call.change, requestOf(call), {
        accountId: call.body.account,
        avatarIds: call.body.avatars && avatarIdsOf(call.body.avatars, 'avatars'),
      }),
    'consent.deny': (call) => consents.deny(requestOf(call)),
  };
}
