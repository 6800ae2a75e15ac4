import { createManagementClient, listAll, type ManagementClient } from '@parley/protocol/management/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, insertPerson } from '../../accounts/index.ts';
import { type RunningService, startService } from '../../testing/index.ts';
import { type EmbeddedDatabase, embeddedDatabase } from '../../testing/running/index.ts';
import { planSetup } from './plan-setup.ts';
import type { MemberEntry } from './setup-file.ts';

describe('the members of a set-up file', () => {
  let service: RunningService;
  let database: EmbeddedDatabase;
  let client: ManagementClient;
  let account: string;

  beforeAll(async () => {
    service = await startService();
    database = await embeddedDatabase(service.dataDir);
    client = createManagementClient({ url: service.url, token: service.operatorToken });
  });
  afterAll(async () => {
    await database[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    const body = { name: 'People', email: 'boss@example.com' };
    ({ id: account } = await client.call('accounts.create', { body }));
    await database.sql.begin(async (tx) => {
      const person = await insertPerson(tx, 'second@example.com');
      await addMember(tx, { accountId: account, personId: person.id, role: 'member' });
    });
  });

  const owner = (name: string): MemberEntry => ({ email: `${name}@example.com`, role: 'owner' });
  const member = (name: string): MemberEntry => ({ email: `${name}@example.com`, role: 'member' });
  /** Applies the members, and returns what was done. */
  const apply = async (members: MemberEntry[], prune = false): Promise<string[]> => {
    const { steps } = await planSetup(client, account, { members }, prune);
    for (const step of steps) await step.run();
    return steps.map(({ action, what, changes }) => [action, what, ...changes].join(' '));
  };
  const people = async () => {
    const params = { account };
    const joined = await listAll(client, 'members.list', { params });
    const invited = await listAll(client, 'invitations.list', { params });
    return [
      ...joined.map(({ email, role }) => `${email} ${role}`),
      ...invited.map(({ email, role }) => `${email} ${role}, invited`),
    ];
  };

  it('change roles: a new owner is added before the old one is removed', async () => {
    expect(await apply([member('boss'), { ...owner('second'), email: ' Second@Example.com' }])).toEqual([
      'change member second@example.com role: "member" → "owner"',
      'change member boss@example.com role: "owner" → "member" answers: true → false',
    ]);
    expect(await people()).toEqual(['boss@example.com member', 'second@example.com owner']);
  });

  it('invite people, and print the link if no mail server sends it', async () => {
    const { steps } = await planSetup(client, account, { members: [owner('boss'), member('new')] }, false);
    const links = await Promise.all(steps.map((step) => step.run()));
    expect(links).toEqual([expect.stringMatching(/^http\S+\/dashboard\/invitation#\S+$/)]);
  });

  it('cannot leave an account without an owner', async () => {
    await expect(apply([member('boss'), member('second')])).rejects.toThrow('member boss@example.com: ');
    expect(await apply([member('second'), owner('third')], true)).toEqual([
      'create member third@example.com invited as owner',
    ]);
    expect(await people()).toEqual([
      'boss@example.com owner',
      'second@example.com member',
      'third@example.com owner, invited',
    ]);
  });

  it('are invited once, and again in another role or after the invitation has expired', async () => {
    const all = [owner('boss'), member('second')];
    expect(await apply([...all, member('third')])).toEqual([
      'create member third@example.com invited as member',
    ]);
    expect(await apply([...all, member('third')])).toEqual([]);
    expect(await apply([...all, owner('third')])).toEqual([
      'delete invitation of third@example.com',
      'create member third@example.com invited as: "member" → "owner"',
    ]);
    expect(await apply([...all, member('third')])).toHaveLength(2);
    await database.sql`update invitations set expires_at = now() where account_id = ${account}`;
    expect(await apply([...all, member('third')])).toEqual([
      'change member third@example.com the invitation has expired and is sent again',
    ]);
    expect(await apply([...all, member('third')])).toEqual([]);
    expect(await people()).toContain('third@example.com member, invited');
  });

  it('may answer visitors if the file says so, and no longer if it does not', async () => {
    const all = [
      owner('boss'),
      { ...member('second'), answers: true },
      { ...member('third'), answers: true },
    ];
    expect(await apply(all)).toEqual([
      'change member second@example.com answers: false → true',
      'create member third@example.com invited as member',
    ]);
    expect(await apply(all)).toEqual([]);
    const { items } = await client.call('invitations.list', { params: { account } });
    expect(items).toMatchObject([{ email: 'third@example.com', answers: true }]);
    expect(await apply([owner('boss'), member('second'), member('third')])).toEqual([
      'change member second@example.com answers: true → false',
      'delete invitation of third@example.com',
      'create member third@example.com answers: true → false',
    ]);
    expect(await apply([owner('boss'), member('second'), owner('third')])).toHaveLength(2);
    expect(await apply([owner('boss'), member('second'), owner('third')])).toEqual([]);
  });

  it('are removed by --prune, invitations too', async () => {
    await apply([owner('boss'), member('second'), member('third')]);
    expect(await apply([owner('boss')], true)).toEqual([
      'delete member second@example.com',
      'delete member third@example.com',
    ]);
    expect(await people()).toEqual(['boss@example.com owner']);
  });
});
