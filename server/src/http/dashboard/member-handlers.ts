import type { Member, Members } from '../../accounts/index.ts';
import type { Signed, SignIn } from '../../sign-in/index.ts';
import { done, type Some } from './handling.ts';

const viewOf = (member: Member, { person }: Signed) => ({ ...member, isMe: member.personId === person.id });
const targetOf = ({ personId, email }: Member) => ({ kind: 'person', id: personId, name: email });

export function memberHandlers(needs: {
  members: Members;
  signIn: SignIn;
}): Some<'members'> & Some<'invitations'> {
  const { members } = needs;
  const { invitations } = needs.signIn;
  return {
    'members.list': async ({ accountId, signed }) => ({
      items: (await members.list(accountId)).map((member) => viewOf(member, signed)),
    }),
    async 'members.update'({ accountId, signed, body, part, note }) {
      const member = await members.setRole(accountId, part('member'), body.role);
      await note(targetOf(member), { role: body.role });
      return viewOf(member, signed);
    },
    async 'members.remove'({ accountId, part, note }) {
      const member = await members.remove(accountId, part('member'));
      await note(targetOf(member));
      return done;
    },
    async 'members.leave'({ accountId, signed, note }) {
      await members.leave(accountId, signed.person.id);
      await note({ kind: 'person', id: signed.person.id, name: signed.person.email });
      return done;
    },

    'invitations.list': async ({ accountId }) => ({ items: await invitations.list(accountId) }),
    async 'invitations.create'({ accountId, signed, body, note }) {
      const made = await invitations.create(accountId, { ...body, invitedBy: signed.person.email });
      await note({ kind: 'invitation', id: made.id, name: made.email }, { role: made.role });
      return made;
    },
    async 'invitations.resend'({ accountId, part, note }) {
      const sent = await invitations.resend(accountId, part('invitation'));
      await note({ kind: 'invitation', id: sent.id, name: sent.email });
      return sent;
    },
    async 'invitations.revoke'({ accountId, part, note }) {
      const gone = await invitations.revoke(accountId, part('invitation'));
      await note({ kind: 'invitation', id: gone.id, name: gone.email });
      return done;
    },
  };
}
