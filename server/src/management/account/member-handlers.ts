import type { Member, Members } from '../../accounts/index.ts';
import { conflict, invalid } from '../../kernel/index.ts';
import type { SignIn } from '../../sign-in/index.ts';
import type { HandlersFor } from '../calls/call-context.ts';
import type { Caller } from '../calls/caller.ts';
import { timePage } from '../calls/cursor.ts';

export function memberHandlers(deps: {
  members: Members;
  signIn: Pick<SignIn, 'invitations'>;
}): HandlersFor<'members'> & HandlersFor<'invitations'> {
  const { members } = deps;
  const { invitations } = deps.signIn;
  return {
    'members.list': ({ accountId, caller, query }) =>
      timePage(query, async (page) =>
        (await members.list(accountId, page)).map((member) => viewOf(member, caller)),
      ),
    async 'members.update'({ change, accountId, caller, body, part }) {
      if (Object.keys(body).length === 0) throw invalid('Nothing to change: give role or answers.');
      return viewOf(await members.setRights(change, accountId, part('member'), body), caller);
    },
    'members.remove': ({ change, accountId, part }) => members.remove(change, accountId, part('member')),
    'members.leave'({ change, accountId, caller }) {
      if (caller.kind !== 'person') throw conflict('Only a person can leave an account.');
      return members.leave(change, accountId, caller.signed.person.id);
    },

    'invitations.list': ({ accountId, query }) =>
      timePage(query, (page) => invitations.list(accountId, page)),
    'invitations.create': ({ change, accountId, body }) => invitations.create(change, accountId, body),
    'invitations.resend': ({ change, accountId, part }) =>
      invitations.resend(change, accountId, part('invitation')),
    'invitations.revoke': ({ change, accountId, part }) =>
      invitations.revoke(change, accountId, part('invitation')),
  };
}

const viewOf = <M extends Member>(member: M, caller: Caller) => ({
  ...member,
  isMe: caller.kind === 'person' && member.personId === caller.signed.person.id,
});
