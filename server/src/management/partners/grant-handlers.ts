import type { Grant, Grants } from '../../partners/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import { timePage } from '../calls/cursor.ts';

export function grantHandlers({ grants }: { grants: Grants }): HandlersFor<'grants'> {
  return {
    'grants.list': ({ accountId, query }) =>
      timePage(query, async (page) => (await grants.ofAccount(accountId, page)).map(view)),
    async 'grants.withdraw'({ change, caller, ref }) {
      const signInId = caller.kind === 'person' ? caller.signed.signInId : null;
      const endedBy = caller.kind === 'operator' ? 'operator' : 'account';
      return view(await grants.withdraw(change, ref('grant'), signInId, endedBy));
    },
  };
}

const view = <G extends Grant>(grant: G) => ({
  ...grant,
  partner: { ...grant.partner, host: hostOf(grant.partner.webhookUrl) },
});

const hostOf = (url: string | null): string => (url === null ? '' : (URL.parse(url)?.host ?? ''));
