import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../kernel/index.ts';
import { type TestDatabase, testDatabase } from '../testing/index.ts';
import { listMails, retryMail, startMailer, writeMail } from './index.ts';

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
      await writeMail(database.sql, {
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
    await writeMail(database.sql, link);
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
    await writeMail(database.sql, { to: 'busy@example.com', subject: 'Hello', body: 'Text' });
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
    await writeMail(database.sql, { to: 'nobody@example.com', subject: 'Hello', body: 'Text' });
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
    await writeMail(database.sql, { to: 'a@example.com', subject: 'Kept', body: 'Text' });
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

  it('a mail that is being sent when the process dies is sent again', async () => {
    await database.sql`delete from mails`;
    await writeMail(database.sql, { to: 'crash@example.com', subject: 'Hello', body: 'Text' });
    // If a process dies, its transaction leaves the row unchanged.
    await database.sql
      .begin(async (tx) => {
        await tx`select from mails for update`;
        throw new Error('killed');
      })
      .catch(() => {});
    await using again = post();
    await again.deliver();
    expect(server.mails.at(-1)?.to).toBe('crash@example.com');
  });
});
