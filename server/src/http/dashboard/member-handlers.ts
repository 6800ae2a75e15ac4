import type { Member, Members } from '../../accounts/index.ts';
import type { SignedInPerson, SignIn } from '../../sign-in/index.ts';
import { done, type HandlersFor } from './call-context.ts';

const viewOf = (member: Member, { person }: SignedInPerson) => ({
  ...member,
  isMe: member.personId === person.id,
});
const invitationOf = ({ id, email }: { id: string; email: string }) => ({
  kind: 'invitation',
  id,
  name: email,
});
const targetOf = ({ personId, email }: Member) => ({ kind: 'person', id: personId, name: email });

export function memberHandlers(deps: {
  members: Members;
  signIn: SignIn;
}): HandlersFor<'members'> & HandlersFor<'invitations'> {
  const { members } = deps;
  const { invitations } = deps.signIn;
  return {
    'members.list': async ({ accountId, signed }) => ({
      items: (await members.list(accountId)).map((member) => viewOf(member, signed)),
    }),
    async 'members.update'({ accountId, signed, body, part, auditIn }) {
      const member = await members.setRole(accountId, part('member'), body.role, (tx, changed) =>
        auditIn(tx, targetOf(changed), { role: body.role }),
      );
      return viewOf(member, signed);
    },
    async 'members.remove'({ accountId, part, auditIn }) {
      await members.remove(accountId, part('member'), (tx, removed) => auditIn(tx, targetOf(removed)));
      return done;
    },
    async 'members.leave'({ accountId, signed, auditIn }) {
      await members.leave(accountId, signed.person.id, (tx, left) => auditIn(tx, targetOf(left)));
      return done;
    },

    'invitations.list': async ({ accountId }) => ({ items: await invitations.list(accountId) }),
    async 'invitations.create'({ accountId, signed, body, auditIn }) {
      const input = { ...body, invitedBy: signed.person.email };
      return await invitations.create(accountId, input, (tx, made) =>
        auditIn(tx, invitationOf(made), { role: made.role }),
      );
    },
    async 'invitations.resend'({ accountId, part, auditIn }) {
      return await invitations.resend(accountId, part('invitation'), (tx, sent) =>
        auditIn(tx, invitationOf(sent)),
      );
    },
    async 'invitations.revoke'({ accountId, part, auditIn }) {
      await invitations.revoke(accountId, part('invitation'), (tx, gone) => auditIn(tx, invitationOf(gone)));
      return done;
    },
  };
}
