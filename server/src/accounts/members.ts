import type { Member as MemberAnswer } from '@parley/protocol/management';
import { auditChange, type Change } from '../audit/index.ts';
import { type Listed, momentOf, type Queries, type Sql, type TimePage, timePosition } from '../db/index.ts';
import { conflict, newMemberId, notFound } from '../kernel/index.ts';

export type Role = 'owner' | 'member';
/** What a person may do in an account. `answers`: they may watch conversations and answer visitors. */
export type Rights = { readonly role: Role; readonly answers: boolean };
export type Membership = Rights & { readonly id: string; readonly name: string };
/** As people see it; whether it is the caller is not known here. */
export type Member = Omit<MemberAnswer, 'isMe'>;
export type Members = ReturnType<typeof createMembers>;

/** Owners always may. */
const answers = (sql: Queries) => sql`(role = 'owner' or answers)`;

const columns = (sql: Queries) => sql`
  members.id, person_id as "personId", people.name, people.email, role, ${answers(sql)} as answers, second_factor as "hasSecondFactor",
  ms(members.created_at) as "joinedAt", ms(last_sign_in_at) as "lastSignInAt"`;

/** The people of an account. At least one of them is an owner. */
export function createMembers(sql: Sql) {
  const read = async (queries: Queries, accountId: string, id: string): Promise<Member> => {
    const [member] = await queries<Member[]>`
      select ${columns(queries)} from members join people on people.id = person_id
      where account_id = ${accountId} and members.id = ${id}`;
    if (member === undefined) throw notFound('This member does not exist. Check the id.');
    return member;
  };
  /** The account's row is locked, so that two owners cannot leave at the same instant. */
  const mustKeepAnOwner = async (tx: Queries, accountId: string, leaving: string): Promise<void> => {
    await tx`select from accounts where id = ${accountId} for no key update`;
    const [row] = await tx<{ others: number }[]>`
      select count(*)::int as others from members
      where account_id = ${accountId} and role = 'owner' and id <> ${leaving}`;
    if ((row?.others ?? 0) === 0)
      throw conflict('An account needs an owner. Make another member an owner first.');
  };

  const audit = (change: Change, accountId: string, action: string, member: Member, details = {}) =>
    auditChange(change, {
      accountId,
      action,
      target: { kind: 'person', id: member.personId, name: member.email },
      details,
    });

  return {
    /** In the order in which they joined. */
    async list(accountId: string, page: TimePage): Promise<Listed<Member>[]> {
      const { after, limit } = page;
      const at = after && momentOf(sql, after);
      return await sql<Listed<Member>[]>`
        select ${columns(sql)}, ${timePosition(sql, sql`members.created_at`)} as position
        from members join people on people.id = person_id
        where account_id = ${accountId}
          ${at === null ? sql`` : sql`and (members.created_at, members.id) > (${at}, ${after?.id ?? ''})`}
        order by members.created_at, members.id limit ${limit}`;
    },

    async rightsOf(accountId: string, personId: string): Promise<Rights | null> {
      const [row] = await sql<Rights[]>`
        select role, ${answers(sql)} as answers from members
        where account_id = ${accountId} and person_id = ${personId}`;
      return row ?? null;
    },

    accountsOf: (personId: string): Promise<Membership[]> => sql<Membership[]>`
      select accounts.id, accounts.name, role, ${answers(sql)} as answers from members join accounts on accounts.id = account_id
      where person_id = ${personId} order by accounts.name, accounts.id limit 1000`,

    async setRights(
      change: Change,
      accountId: string,
      id: string,
      input: { role?: Role; answers?: boolean },
    ): Promise<Member> {
      const { tx } = change;
      if (input.role === 'member') await mustKeepAnOwner(tx, accountId, id);
      const member = await read(tx, accountId, id);
      const { role = member.role, answers = member.answers } = input;
      if (member.role === role && member.answers === answers) return member;
      // An owner who becomes a member must not keep what only the role allowed.
      await tx`
        update members set role = ${role}, answers = coalesce(${input.answers ?? null}, answers) where id = ${id}`;
      await audit(change, accountId, 'members.update', member, input);
      return await read(tx, accountId, id);
    },

    async remove(change: Change, accountId: string, id: string): Promise<void> {
      await remove(change, accountId, id, 'members.remove');
    },

    async leave(change: Change, accountId: string, personId: string): Promise<void> {
      const [row] = await change.tx<{ id: string }[]>`
        select id from members where account_id = ${accountId} and person_id = ${personId}`;
      if (row === undefined) throw notFound('You are not a member of this account.');
      await remove(change, accountId, row.id, 'members.leave');
    },
  };

  async function remove(change: Change, accountId: string, id: string, action: string): Promise<void> {
    const { tx } = change;
    const member = await read(tx, accountId, id);
    if (member.role === 'owner') await mustKeepAnOwner(tx, accountId, id);
    const gone = await tx`delete from members where id = ${id}`;
    // Another request may have removed the member since it was read.
    if (gone.count === 0) throw notFound('This member does not exist. Check the id.');
    await audit(change, accountId, action, member);
  }
}

/** A person who is a member already keeps the higher role, and may do all that they could before. */
export async function addMember(
  tx: Queries,
  member: { accountId: string; personId: string; role: Role; answers?: boolean },
): Promise<void> {
  await tx`
    insert into members (id, account_id, person_id, role, answers)
    values (${newMemberId()}, ${member.accountId}, ${member.personId}, ${member.role}, ${member.answers ?? false})
    on conflict (account_id, person_id) do update set
      role = case when members.role = 'owner' then 'owner' else excluded.role end,
      answers = members.answers or excluded.answers`;
}
