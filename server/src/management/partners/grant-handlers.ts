import type { Grant, Grants } from '../../partners/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { timePage } from '../calls/cursor.ts';

export function grantHandlers({ grants }: { grants: Grants }): HandlersFor<'grants'> {
  return {
    'grants.list': ({ accountId, query }) =>
      timePage(
        query,
        (page) => grants.ofAccount(accountId, page),
        (grant) => view(grant),
      ),
    async 'grants.withdraw'({ change, caller, ref }) {
      const signInId = caller.kind === 'person' ? caller.signed.signInId : null;
      const endedBy = caller.kind === 'operator' ? 'operator' : 'account';
      return view(await grants.withdraw(change, ref('grant'), signInId, endedBy));
    },
  };
}

const view = (grant: Grant) => ({
  ...grant,
  partner: { ...grant.partner, host: hostOf(grant.partner.webhookUrl) },
});

const hostOf = (url: string | null): string => (url === null ? '' : (URL.parse(url)?.host ?? ''));
