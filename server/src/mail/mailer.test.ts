import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog, InsideTransaction } from '../kernel/index.ts';
import { type TestDatabase, testDatabase } from '../testing/index.ts';
import { enqueueMail, listMails, retryMail, startMailer } from './index.ts';
import { claimDue, markFailed, markSent } from './mail-rows.ts';
import { sendMail } from './send-mail.ts';

/** A mail server that answers what the test tells it to. */
class MailServer {
  readonly mails: { to: string; text: string }[] = [];
  answer = '250 taken';
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#serve(socket));

  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => {});
    let pending = '';
    let to = '';
    let text: string[] | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string): void => {
      if (text !== null) {
        if (line !== '.') return void text.push(line);
        if (this.answer.startsWith('250')) this.mails.push({ to, text: text.join('\n') });
        text = null;
        return void say(this.answer);
      }
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
      if (word === 'DATA') {
        text = [];
        return void say('354 go on');
      }
      say(word === 'QUIT' ? '221 bye' : '250 ok');
    };
    say('220 test');
    socket.on('data', (chunk) => {
      pending += chunk.toString();
      for (let at = pending.indexOf('\r\n'); at !== -1; at = pending.indexOf('\r\n')) {
        const line = pending.slice(0, at);
        pending = pending.slice(at + 2);
        hear(line);
      }
    });
  }
}

let database: TestDatabase;
const server = new MailServer();
beforeAll(async () => {
  database = await testDatabase();
  await server.start();
});
afterAll(async () => {
  await server.stop();
  await database[Symbol.asyncDispose]();
});
const post = (smtpUrl: string | undefined = `smtp://127.0.0.1:${server.port}`) =>
  startMailer({
    sql: database.sql,
    log: createLog('silent'),
    smtpUrl,
    from: 'Parley <parley@example.com>',
    pollMs: null,
  });
const newest = async () => (await listMails(database.sql, null, 1))[0];
const makeDue = () => database.sql`update mails set due_at = now()`;

describe('the mailer', () => {
  it('sends what is in the outbox once, also if two processes look at the same time, and removes secrets', async () => {
    for (let i = 0; i < 5; i++)
      await enqueueMail(database.sql, {
        to: `p${i}@example.com`,
        subject: 'Hello',
        body: 'A #secret',
        linkMinutes: 60,
      });
    await using one = post();
    await using two = post();
    await Promise.all([one.deliver(), two.deliver()]);
    expect(server.mails.map(({ to }) => to).sort()).toEqual([0, 1, 2, 3, 4].map((i) => `p${i}@example.com`));
    expect(server.mails[0]?.text).toContain('A #secret');
    const kept = await listMails(database.sql, null, 10);
    expect(kept.every(({ sentAt, body }) => sentAt !== null && !body.includes('#secret'))).toBe(true);
  });

  it('removes the text of a mail whose link has expired, so that it cannot be sent any more', async () => {
    const link = { to: 'late@example.com', subject: 'Hello', body: 'A #secret', linkMinutes: 60 };
    await enqueueMail(database.sql, link);
    const { id = 0 } = (await newest()) ?? {};
    await database.sql`update mails set link_until = now() - interval '1 second' where id = ${id}`;
    expect((await newest())?.body).not.toContain('#secret');
    await using expired = post();
    const before = server.mails.length;
    await expired.deliver();
    await expired.clean();
    expect(await retryMail(database.sql, id)).toBe(false);
    expect(server.mails).toHaveLength(before);
    const [row] = await database.sql<
      { whole: string }[]
    >`select mails::text as whole from mails where id = ${id}`;
    expect(row?.whole).not.toContain('#secret');
    expect(await newest()).toMatchObject({ sentAt: null, failedAt: expect.any(Number) });
  });

  it('tries again later when the server is unavailable or busy, and says why', async () => {
    server.answer = '451 come back';
    await enqueueMail(database.sql, { to: 'busy@example.com', subject: 'Hello', body: 'Text' });
    await using busy = post();
    const before = Date.now();
    await busy.deliver();
    const waiting = await newest();
    expect(waiting).toMatchObject({ tries: 1, sentAt: null, failedAt: null });
    expect(waiting?.problem).toContain('come back');
    expect(waiting?.dueAt).toBeGreaterThan(before + 20_000);
    await busy.deliver();
    expect((await newest())?.tries).toBe(1);

    const { port } = server;
    await server.stop();
    await makeDue();
    await busy.deliver();
    expect((await newest())?.problem).toContain('ECONNREFUSED');
    server.answer = '250 taken';
    await server.start(port);
    await makeDue();
    await busy.deliver();
    expect(await newest()).toMatchObject({ tries: 3, body: 'Text', problem: null });
    expect((await newest())?.sentAt).not.toBeNull();
  });

  it('gives up a mail that the server will never accept, until a retry is requested', async () => {
    server.answer = '550 no such person';
    await enqueueMail(database.sql, { to: 'nobody@example.com', subject: 'Hello', body: 'Text' });
    await using given = post();
    await given.deliver();
    expect((await newest())?.failedAt).not.toBeNull();
    await makeDue();
    await given.deliver();
    expect((await newest())?.tries).toBe(1);
    server.answer = '250 taken';
    expect(await retryMail(database.sql, (await newest())?.id ?? 0)).toBe(true);
    await given.deliver();
    expect((await newest())?.sentAt).not.toBeNull();
  });

  it('keeps everything if no server is set', async () => {
    await enqueueMail(database.sql, { to: 'a@example.com', subject: 'Kept', body: 'Text' });
    await using kept = startMailer({
      sql: database.sql,
      log: createLog('silent'),
      smtpUrl: undefined,
      from: 'x@example.com',
      pollMs: null,
    });
    await kept.deliver();
    expect(kept.sends).toBe(false);
    expect(await newest()).toMatchObject({ subject: 'Kept', sentAt: null, tries: 0 });
  });

  it('a mail that is being sent when the process dies is sent again when its claim is over', async () => {
    await database.sql`delete from mails`;
    await enqueueMail(database.sql, { to: 'crash@example.com', subject: 'Hello', body: 'Text' });
    // The process that claimed it is gone.
    const claimed = await claimDue(database.sql, 60_000);
    await using again = post();
    const before = server.mails.length;
    await again.deliver();
    // Not even on request, because that process may still be sending.
    expect(await retryMail(database.sql, claimed?.id ?? 0)).toBe(true);
    await again.deliver();
    expect(server.mails).toHaveLength(before);
    await makeDue();
    await again.deliver();
    expect(server.mails.at(-1)?.to).toBe('crash@example.com');
    expect(await newest()).toMatchObject({ tries: 2, sentAt: expect.any(Number) });
  });

  it('an outcome of a claim that is over changes nothing', async () => {
    await enqueueMail(database.sql, { to: 'late@example.com', subject: 'Hello', body: 'Text' });
    const late = await claimDue(database.sql, 0);
    const current = await claimDue(database.sql, 60_000);
    if (late === null || current === null) throw new Error('the mail was not due');
    await markFailed(database.sql, late, 'late', null);
    expect(await newest()).toMatchObject({ failedAt: null, problem: null });
    await markSent(database.sql, current);
    expect((await newest())?.sentAt).not.toBeNull();
  });

  it('holds no transaction while a server takes its time, and ends with it after its total time', async () => {
    const sockets = new Set<Socket>();
    const said = Promise.withResolvers<void>();
    const slow = createServer((socket) => {
      sockets.add(socket);
      // Always a little, so that no time limit of idleness applies.
      const timer = setInterval(() => socket.write('220-wait\r\n', () => said.resolve()), 10);
      socket.on('close', () => clearInterval(timer)).on('error', () => {});
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    await enqueueMail(database.sql, { to: 'slow@example.com', subject: 'Hello', body: 'Text' });
    await using mailer = startMailer({
      sql: database.sql,
      log: createLog('silent'),
      smtpUrl: `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}`,
      from: 'x@example.com',
      pollMs: null,
      totalMs: 1_000,
    });
    const delivering = mailer.deliver();
    await said.promise;
    const open = await database.sql`
      select query from pg_stat_activity where datname = current_database() and xact_start is not null
        and pid <> pg_backend_pid()`;
    expect(open).toEqual([]);
    await delivering;
    const problem = 'The mail server took longer than 1 s.';
    expect(await newest()).toMatchObject({ tries: 1, sentAt: null, failedAt: null, problem });
    await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true);
    await new Promise((resolve) => slow.close(resolve));
  });

  it('nothing is sent inside a transaction', async () => {
    const [mail] = await listMails(database.sql, null, 1);
    if (mail === undefined) throw new Error('there is no mail');
    const there = { url: `smtp://127.0.0.1:${server.port}`, from: 'x@example.com', totalMs: 1_000 };
    const before = server.mails.length;
    await expect(database.sql.begin(() => sendMail(there, mail))).rejects.toBeInstanceOf(InsideTransaction);
    expect(server.mails).toHaveLength(before);
  });
});
