import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, insertPerson } from '../../accounts/index.ts';
import { chunk } from '../../brain/testing/model-under-test.ts';
import { startReceiver } from '../../outbound/testing/receiver.ts';
import { testChange } from '../../testing/index.ts';
import { eraseVisitor, exportVisitor } from '../../user-data/index.ts';
import { LiveApp, liveCluster, until } from '../testing/index.ts';

const readRequest = async ({ test: { sql } }: LiveApp, sessionId: string) => {
  const [row] = await sql<{ at: number | null; reason: string | null }[]>`
    select ms(person_requested_at) as at, person_reason as reason from sessions where id = ${sessionId}`;
  return row ?? null;
};
const untilRequested = (app: LiveApp, sessionId: string) =>
  until('a request in the row', async () => {
    const request = await readRequest(app, sessionId);
    return request?.at != null && request;
  });

describe('a request for a person', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
    await app.enableEvents('session:person-requested');
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const eventsOf = async (sessionId: string) =>
    (await app.events(sessionId)).flatMap(({ name, details }) =>
      name === 'session:person-requested' ? [details] : [],
    );
  const answer = (text: string) => {
    app.endpoint.script.CHAT = (request) => request.ok({ reply: text });
  };

  it('[LV130] comes from a language model, too, in pieces', async () => {
    await using asking = await startReceiver((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ content: 'One moment. <svc-request-per' }));
      response.write(chunk({ content: 'son reason="Lost parcel"/>' }, 'stop'));
      response.end('data: [DONE]\n\n');
    });
    const { wire, sessionId } = await app.talk(
      await app.avatar({ brain: 'model', modelUrl: `${asking.url}v1` }),
    );
    wire.say('where is it?');
    expect(await wire.listen()).toEqual(['One moment.']);
    expect(app.live.sessions.get(sessionId)?.personRequests.open?.reason).toBe('Lost parcel');
  });

  it('[LV130] [LV132] in a reply is stored with its event, and neither said nor sent to the page', async () => {
    answer('I get somebody.<svc-request-person reason="Wants a refund"/>');
    const avatarId = await app.avatar();
    const { sessionId, wire } = await app.talk(avatarId);
    wire.say('a person, please');
    expect(await wire.listen()).toEqual(['I get somebody.']);
    const { reason } = await untilRequested(app, sessionId);
    expect(reason).toBe('Wants a refund');
    expect(wire.count('tag')).toBe(0);
    expect(JSON.stringify(wire.frames)).not.toContain('refund');
    expect(await eventsOf(sessionId)).toEqual([
      expect.objectContaining({
        session_id: sessionId,
        avatar_id: String(avatarId),
        reason: 'Wants a refund',
        requested_by: 'avatar',
      }),
    ]);
  });

  it('[LV130] in a callback does not wait for a visitor who is away', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar());
    await app.endpoint.next('LOGIN', sessionId);
    await wire.quiet();
    wire.cut();
    await app.untilState(sessionId, 'dropped');
    const message = 'Somebody will call. <svc-request-person/>';
    expect(await app.test.bus.sessions.callback(sessionId, { message, interrupt: false })).toBe('taken');
    expect(await untilRequested(app, sessionId)).toMatchObject({ reason: '' });
  });

  it('[LV132] that is open keeps its time, and gets a reason if it had none', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar({ personButton: true }));
    wire.send({ type: 'request-person' });
    const { at } = await untilRequested(app, sessionId);
    app.test.clock.advance(5_000);
    answer('<svc-request-person reason="First"/>One.');
    wire.say('hello');
    await wire.listen();
    await until('a reason', async () => (await readRequest(app, sessionId))?.reason === 'First');
    answer('<svc-request-person reason="Second"/>Two.');
    wire.say('hello');
    await wire.listen();
    wire.send({ type: 'bye' });
    await app.untilSettled(sessionId);
    expect(await readRequest(app, sessionId)).toEqual({ at, reason: 'First' });
    expect(await eventsOf(sessionId)).toMatchObject([{ reason: '', requested_by: 'visitor' }]);
  });

  it('[LV130] in words of the page does nothing', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar());
    wire.send({ type: 'say', text: 'Hello. <svc-request-person/>' });
    expect(await wire.listen()).toEqual(['Hello.']);
    wire.say('<svc-request-person/>');
    await wire.quiet();
    wire.send({ type: 'bye' });
    await app.untilSettled(sessionId);
    expect(await readRequest(app, sessionId)).toEqual({ at: null, reason: null });
  });

  it('[LV131] of a visitor needs the avatar’s setting', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar());
    wire.send({ type: 'request-person', id: 1, reason: 'It is broken.' });
    await wire.next('ack', ({ id }) => id === 1);
    await wire.next('error', ({ code }) => code === 'no_person_button');
    wire.send({ type: 'bye' });
    await app.untilSettled(sessionId);
    expect(await eventsOf(sessionId)).toEqual([]);
  });

  it('[LV131] of a visitor has no line that a database refuses', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar({ personButton: true }));
    wire.send({ type: 'request-person', reason: ' It is\u0000 \ud800broken. ' });
    expect(await untilRequested(app, sessionId)).toMatchObject({ reason: 'It is broken.' });
  });

  it('is in the visitor’s export, and its reason is erased with their data', async () => {
    const { sessionId, wire } = await app.talk(await app.avatar({ personButton: true }));
    wire.send({ type: 'request-person', reason: 'My name is Grace' });
    const { at } = await untilRequested(app, sessionId);
    wire.send({ type: 'bye' });
    await app.untilSettled(sessionId);
    const { sql } = app.test;
    const { accountId } = app.party;
    const [row] = await sql<{ visitor: string }[]>`
      select visitor_id::text as visitor from sessions where id = ${sessionId}`;
    const visitor = row?.visitor ?? '';
    const pieces = await Array.fromAsync(exportVisitor(sql, accountId, visitor, 0));
    expect(JSON.parse(pieces.join(''))).toMatchObject({
      sessions: [{ personRequest: { at, reason: 'My name is Grace' } }],
    });
    await testChange(sql, (change) => eraseVisitor(change, accountId, visitor));
    expect(await readRequest(app, sessionId)).toEqual({ at, reason: null });
    expect(await eventsOf(sessionId)).toEqual([]);
  });

  it('[LV132] is cleared by the person who takes over, and the next one after the hand-back is new', async () => {
    const { sessions } = app.test.bus;
    const { sessionId, wire } = await app.talk(await app.avatar({ personButton: true }));
    const request = async (reason: string) => {
      wire.send({ type: 'request-person', reason });
      await wire.quiet();
    };
    await request('One');
    await untilRequested(app, sessionId);
    const take = {
      kind: 'take',
      person: { id: 'mem_ada', name: 'Ada' },
      cut: true,
      handBackMs: 60_000,
    } as const;
    expect(await sessions.person(sessionId, take)).toEqual({ outcome: 'done' });
    expect(await readRequest(app, sessionId)).toEqual({ at: null, reason: null });
    await request('A person is there');
    const personId = take.person.id;
    const text = 'Hello. <svc-request-person/>';
    await sessions.person(sessionId, { kind: 'say', personId, id: 'a', text });
    expect(await wire.listen()).toEqual(['Hello.']);
    await sessions.person(sessionId, { kind: 'release', personId });
    expect(await readRequest(app, sessionId)).toEqual({ at: null, reason: null });
    await request('Two');
    expect(await untilRequested(app, sessionId)).toMatchObject({ reason: 'Two' });
    expect(await eventsOf(sessionId)).toMatchObject([{ reason: 'One' }, { reason: 'Two' }]);
  });

  it('[LV130] is seen by those who watch', async () => {
    const { sessions } = app.test.bus;
    const { sessionId, wire } = await app.talk(await app.avatar());
    const watched = await sessions.watch(sessionId, { after: null, waitMs: 0, personId: null });
    answer('<svc-request-person reason="Lost"/>One moment.');
    wire.say('hello');
    await wire.listen();
    const after = { epoch: watched?.epoch ?? '', n: 0 };
    const news = await sessions.watch(sessionId, { after, waitMs: 0, personId: null });
    expect(news?.entries).toContainEqual(
      expect.objectContaining({ kind: 'request', reason: 'Lost', from: 'avatar' }),
    );
  });
});

describe('members are told of a request', () => {
  const mailsOf = async ({ test: { sql }, party }: LiveApp) =>
    await sql<{ subject: string; body: string }[]>`
      select subject, body from mails where account_id = ${party.accountId} and subject like '%person' order by id`;
  const ask = async (app: LiveApp, count = 1) => {
    const avatarId = await app.avatar({ personButton: true });
    const waiting = await Promise.all(Array.from({ length: count }, () => app.talk(avatarId)));
    for (const { wire } of waiting) wire.send({ type: 'request-person', reason: 'My secret' });
    for (const { sessionId } of waiting) await untilRequested(app, sessionId);
    return waiting;
  };
  const look = async (app: LiveApp, ms: number) => {
    app.test.clock.advance(ms);
    // The first may join a run that began before the advance.
    await app.live.personMails.runNow();
    await app.live.personMails.runNow();
  };

  it('[LV134] by one mail, when nobody has taken over in time', async () => {
    await using app = await LiveApp.start();
    const [waiting] = await ask(app);
    await look(app, 59_000);
    expect(await mailsOf(app)).toEqual([]);
    await look(app, 1_000);
    await look(app, 1_000);
    // A later change of the session does not make it due again.
    await app.live.sessions.get(waiting?.sessionId ?? '')?.save();
    await look(app, 3_600_000);
    const [mail, ...more] = await mailsOf(app);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('A visitor of "Ada" asks for a person');
    expect(mail?.body).toContain(`/dashboard/${app.party.accountId}/sessions/${waiting?.sessionId}`);
    expect(mail?.body).not.toContain('secret');
  });

  it('[LV134] but not if a person has taken over or the visitor is gone', async () => {
    await using app = await LiveApp.start();
    const [taken, gone] = await ask(app, 2);
    const person = { id: 'mem_ada', name: 'Ada' };
    const take = { kind: 'take', person, cut: true, handBackMs: 60_000 } as const;
    await app.test.bus.sessions.person(taken?.sessionId ?? '', take);
    gone?.wire.send({ type: 'bye' });
    await app.untilState(gone?.sessionId ?? '', 'ended');
    await look(app, 61_000);
    expect(await mailsOf(app)).toEqual([]);
  });

  it('[LV134] if they may answer, after the time that the account sets', async () => {
    await using app = await LiveApp.start();
    const { sql } = app.test;
    const { accountId } = app.party;
    await testChange(sql, async ({ tx }) => {
      for (const [name, answers] of [['answering', true] as const, ['reading', false] as const]) {
        const person = await insertPerson(tx, `${name}@example.com`);
        await addMember(tx, { accountId, personId: person.id, role: 'member', answers });
      }
    });
    await sql`update accounts set person_mail_after = 0 where id = ${accountId}`;
    const [waiting] = await ask(app);
    await look(app, 3_600_000);
    expect(await mailsOf(app)).toEqual([]);
    waiting?.wire.send({ type: 'bye' });
    await sql`update accounts set person_mail_after = 30 where id = ${accountId}`;
    await ask(app);
    await look(app, 30_000);
    const recipients = await sql<{ recipient: string }[]>`
      select recipient from mails where account_id = ${accountId} and subject like '%person' order by id`;
    expect(recipients.map(({ recipient }) => recipient)).toEqual([
      expect.stringMatching(/@/),
      'answering@example.com',
    ]);
  });

  it('[LV134] by few mails, however many ask', async () => {
    await using app = await LiveApp.start();
    for (let i = 0; i < 7; i++) {
      await ask(app, 2);
      await app.test.sql`update sessions set person_mail_at = '-infinity' where person_mail_at is not null`;
      await look(app, 0);
    }
    expect(await mailsOf(app)).toHaveLength(5);
    await look(app, 61_000);
    const mails = await mailsOf(app);
    expect(mails).toHaveLength(6);
    expect(mails.at(-1)?.subject).toMatch(/^4 visitors of .+ ask for a person$/);
    const told = mails.flatMap(({ body }) => body.match(/ses_\w+/g) ?? []);
    expect(told).toHaveLength(14);
    expect(new Set(told).size).toBe(14);
  });

  it('[LV133] [LV134] also if the process with the session is dead', async () => {
    await using cluster = await liveCluster(2);
    const [dead, other] = cluster.apps;
    if (dead === undefined || other === undefined) throw new Error('two processes are needed');
    const [waiting] = await ask(dead);
    const sessionId = waiting?.sessionId ?? '';
    await cluster.cutOff(dead);
    await cluster.failOver(dead, other);
    expect(other.live.sessions.get(sessionId)?.personRequests.open).toMatchObject({ reason: 'My secret' });
    await other.test.sql`update sessions set person_mail_at = '-infinity' where id = ${sessionId}`;
    await Promise.all([look(other, 0), look(other, 0)]);
    expect(await mailsOf(dead)).toHaveLength(1);
  });
});
