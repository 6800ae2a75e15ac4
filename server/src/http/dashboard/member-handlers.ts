import type { Member, Members } from '../../accounts/index.ts';
import type { Signed, SignIn } from '../../sign-in/index.ts';
import { done, type Some } from './handling.ts';

const viewOf = (member: Member, { person }: Signed) => ({ ...member, isMe: member.personId === person.id });
const invitationOf = ({ id, email }: { id: string; email: string }) => ({
  kind: 'invitation',
  id,
  name: email,
});
const targetOf = ({ personId, email }: Member) => ({ kind: 'person', id: personId, name: email });

export function memberHandlers(deps: {
  members: Members;
  signIn: SignIn;
}): Some<'members'> & Some<'invitations'> {
  const { members } = deps;
  const { invitations } = deps.signIn;
  return {
    'members.list': async ({ accountId, signed }) => ({
      items: (await members.list(accountId)).map((member) => viewOf(member, signed)),
    }),
    async 'members.update'({ accountId, signed, body, part, noteIn }) {
      const member = await members.setRole(accountId, part('member'), body.role, (tx, changed) =>
        noteIn(tx, targetOf(changed), { role: body.role }),
      );
      return viewOf(member, signed);
    },
    async 'members.remove'({ accountId, part, noteIn }) {
      await members.remove(accountId, part('member'), (tx, removed) => noteIn(tx, targetOf(removed)));
      return done;
    },
    async 'members.leave'({ accountId, signed, noteIn }) {
      await members.leave(accountId, signed.person.id, (tx, left) => noteIn(tx, targetOf(left)));
      return done;
    },

    'invitations.list': async ({ accountId }) => ({ items: await invitations.list(accountId) }),
    async 'invitations.create'({ accountId, signed, body, noteIn }) {
      const input = { ...body, invitedBy: signed.person.email };
      return await invitations.create(accountId, input, (tx, made) =>
        noteIn(tx, invitationOf(made), { role: made.role }),
      );
    },
    async 'invitations.resend'({ accountId, part, noteIn }) {
      return await invitations.resend(accountId, part('invitation'), (tx, sent) =>
        noteIn(tx, invitationOf(sent)),
      );
    },
    async 'invitations.revoke'({ accountId, part, noteIn }) {
      await invitations.revoke(accountId, part('invitation'), (tx, gone) => noteIn(tx, invitationOf(gone)));
      return done;
    },
  };
}
