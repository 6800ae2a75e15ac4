import type { Member, Members } from '../accounts/index.ts';
import { conflict } from '../kernel/index.ts';
import type { SignIn } from '../sign-in/index.ts';
import { done } from './answers.ts';
import type { HandlersFor } from './call-context.ts';
import type { Caller } from './caller.ts';
import { cursorText, pageOf, timeCursor } from './cursor.ts';

export function memberHandlers(deps: {
  members: Members;
  signIn: Pick<SignIn, 'invitations'>;
}): HandlersFor<'members'> & HandlersFor<'invitations'> {
  const { members } = deps;
  const { invitations } = deps.signIn;
  return {
    async 'members.list'({ accountId, caller, query }) {
      const limit = query.limit ?? 50;
      const found = await members.list(accountId, { after: timeCursor(query.cursor), limit: limit + 1 });
      return pageOf(
        found,
        limit,
        ({ place, id }) => cursorText({ at: place, id }),
        ({ place: _, ...member }) => viewOf(member, caller),
      );
    },
    async 'members.update'({ change, accountId, caller, body, part }) {
      return viewOf(await members.setRole(change, accountId, part('member'), body.role), caller);
    },
    async 'members.remove'({ change, accountId, part }) {
      await members.remove(change, accountId, part('member'));
      return done;
    },
    async 'members.leave'({ change, accountId, caller }) {
      if (caller.kind !== 'person') throw conflict('Only a person can leave an account.');
      await members.leave(change, accountId, caller.signed.person.id);
      return done;
    },

    async 'invitations.list'({ accountId, query }) {
      const limit = query.limit ?? 50;
      const found = await invitations.list(accountId, { after: timeCursor(query.cursor), limit: limit + 1 });
      return pageOf(
        found,
        limit,
        ({ place, id }) => cursorText({ at: place, id }),
        ({ place: _, ...invitation }) => invitation,
      );
    },
    'invitations.create': ({ change, accountId, body }) => invitations.create(change, accountId, body),
    'invitations.resend': ({ change, accountId, part }) =>
      invitations.resend(change, accountId, part('invitation')),
    async 'invitations.revoke'({ change, accountId, part }) {
      await invitations.revoke(change, accountId, part('invitation'));
      return done;
    },
  };
}

const viewOf = (member: Member, caller: Caller) => ({
  ...member,
  isMe: caller.kind === 'person' && member.personId === caller.signed.person.id,
});
