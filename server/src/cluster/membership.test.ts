import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../db/index.ts';
import { createLog } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestDatabase, testDatabase } from '../testing/index.ts';
import { startMembership } from './membership.ts';
import { addressOf, nextProcessId } from './process-id.ts';
import { markExpired, type ReplacedProcess } from './process-rows.ts';
import { startReaper } from './reaper.ts';

const leaseMs = 60_000;
const log = createLog('silent');
const report = { roles: ['all'], sessions: 3, lagMs: 1.5, draining: false, redis: 'up' } as const;

describe('a process among others', () => {
  let database: TestDatabase;
  const running: AsyncDisposable[] = [];
  beforeAll(async () => {
    database = await testDatabase();
    return () => database[Symbol.asyncDispose]();
  });
  afterEach(async () => {
    for (const each of running.splice(0)) await each[Symbol.asyncDispose]();
    await database.sql`delete from processes`;
  });

  const enter = async (processId: string) => {
    const clock = manualClock();
    const member = await startMembership({
      connect: () => connect({ url: database.url, max: 1 }),
      clock,
      log,
      processId,
      describe: () => report,
      isLinkUp: () => true,
      leaseMs,
      beatMs: null,
    });
    running.push(member);
    let lost = 0;
    member.onLost(() => {
      lost += 1;
    });
    return { member, clock, lost: () => lost };
  };
  /** Lets the lease of a process run out. */
  const expire = (id: string) =>
    database.sql`update processes set lease_until = now() - interval '1 ms' where id = ${id}`;
  /** Looks for dead processes like a process that has been steady for a while. */
  const reap = async (isSteady: boolean, isDone = true) => {
    const membership = { id: 'prc_reaper', leaseMs, isSteady: () => isSteady };
    await database.sql`
      insert into processes (id, host, pid, version, roles, started_at, beat_at, lease_until, steady_since)
      values ('prc_reaper', 'h', 1, 'v', '{}', now(), now(), now() + interval '1 min', now() - interval '1 h')
      on conflict do nothing`;
    const adopted: ReplacedProcess[] = [];
    const announced: string[] = [];
    await using reaper = startReaper({
      sql: database.sql,
      log,
      membership,
      adopter: {
        async adoptFrom(replaced) {
          adopted.push(replaced);
          return isDone;
        },
        async adoptUnowned() {},
      },
      announce: (id) => announced.push(id),
      everyMs: null,
    });
    await reaper.runNow();
    await database.sql`delete from processes where id = 'prc_reaper'`;
    return { adopted: adopted.map(({ id }) => id), announced };
  };
  const steady = true;

  it('[CL1] has a row with its report, and renews its lease with each beat', async () => {
    const { member } = await enter('prc_one');
    await enter('prc_two');
    expect(await member.peers()).toMatchObject([
      { id: 'prc_one', ...report, pid: process.pid, alive: true },
      { id: 'prc_two', alive: true },
    ]);
    await expire('prc_one');
    expect(await member.peers()).toMatchObject([{ alive: false }, { alive: true }]);
    await member.beatNow();
    expect(await member.peers()).toMatchObject([{ alive: true }, { alive: true }]);
  });

  it('[CL2] is steady only after a whole lease of beats, and again after a pause', async () => {
    const { member, clock } = await enter('prc_one');
    const beats = async (count: number) => {
      for (let i = 0; i < count; i++) {
        clock.advance(leaseMs / 4);
        await member.beatNow();
      }
    };
    await beats(3);
    expect(member.isSteady()).toBe(false);
    await beats(1);
    expect(member.isSteady()).toBe(true);
    clock.advance(leaseMs * 0.75);
    expect(member.isSteady()).toBe(false);
    await member.beatNow();
    expect(member.isSteady()).toBe(false);
    await beats(4);
    expect(member.isSteady()).toBe(true);
  });

  it('[CL2] declares no process dead with a statement that ran late, after a pause of the database', async () => {
    const { member } = await enter('prc_one');
    await enter('prc_two');
    const { sql } = database;
    const steadySince = (at: string) =>
      sql`update processes set steady_since = now() - ${at}::interval where id = 'prc_one'`;
    const mark = () => markExpired(sql, 'prc_one', leaseMs);
    await steadySince('1 h');
    await expire('prc_two');
    // Its own lease has run out as well.
    await expire('prc_one');
    expect(await mark()).toEqual([]);
    // It has renewed its own lease, and the others are about to.
    await member.beatNow();
    expect(await mark()).toEqual([]);
    await steadySince('1 h');
    expect(await mark()).toEqual(['prc_two']);
  });

  it('[CL2] finds the dead after the clock of the database was set back: those without a heartbeat since then', async () => {
    const { member } = await enter('prc_one');
    await enter('prc_dead');
    const { sql } = database;
    await sql`update processes set lease_until = now() + interval '1 h', steady_since = now() + interval '30 min'`;
    await member.beatNow();
    expect(await markExpired(sql, 'prc_one', leaseMs)).toEqual([]);
    // Since then it has renewed its lease for as long as a whole lease.
    await sql`update processes set steady_since = steady_since - interval '2 min' where id = 'prc_one'`;
    expect(await markExpired(sql, 'prc_one', leaseMs)).toEqual(['prc_dead']);
  });

  it('[CL3] whose lease has run out is replaced once, and its row stays until its sessions have gone', async () => {
    await enter('prc_one');
    await expire('prc_one');
    expect(await reap(false)).toEqual({ adopted: [], announced: [] });
    expect(await reap(steady, false)).toEqual({ adopted: ['prc_one'], announced: ['prc_one'] });
    expect(await reap(steady, true)).toEqual({ adopted: ['prc_one'], announced: [] });
    expect(await reap(steady)).toEqual({ adopted: [], announced: [] });
  });

  it('[CL4] that was declared dead loses its sessions and goes on under a new id', async () => {
    const { member, lost } = await enter('prc_one');
    await expire('prc_one');
    await reap(steady, false);
    await member.beatNow();
    expect(lost()).toBe(1);
    expect(member.id).toBe('prc_one.2');
    expect((await member.peers()).map(({ id }) => id)).toEqual(['prc_one.2']);
    await member.beatNow();
    expect(lost()).toBe(1);
  });

  it('[CL4] goes on under a new id whose row was stored, although the answer was lost', async () => {
    const { member } = await enter('prc_one');
    await database.sql`
      insert into processes (id, host, pid, version, roles, started_at, beat_at, lease_until, steady_since)
      values ('prc_one.2', 'h', 1, 'v', '{}', now(), now(), now() + interval '1 min', now())`;
    member.handleReplaced('prc_one');
    await member.beatNow();
    await member.beatNow();
    expect(member.isLeaseValid()).toBe(true);
    expect((await member.peers()).map(({ id }) => id)).toEqual(['prc_one.2']);
  });

  it('[CL4] that is notified of its replacement loses its sessions at once', async () => {
    const { member, lost } = await enter('prc_one');
    member.handleReplaced('prc_other');
    expect(lost()).toBe(0);
    member.handleReplaced('prc_one');
    expect(lost()).toBe(1);
    await expect.poll(async () => (await member.peers()).map(({ id }) => id)).toEqual(['prc_one.2']);
    // The old row stays for the processes that take over.
    expect(await reap(steady)).toMatchObject({ adopted: ['prc_one'] });
  });

  it('[CL5] keeps its sessions without the database, unless it can reach no other process either', async () => {
    for (const isLinkUp of [true, false]) {
      const away = await testDatabase();
      const clock = manualClock();
      const member = await startMembership({
        connect: () => connect({ url: away.url, max: 1 }),
        clock,
        log,
        processId: 'prc_far',
        describe: () => report,
        isLinkUp: () => isLinkUp,
        leaseMs: 2_000,
        beatMs: 20,
      });
      let lost = 0;
      member.onLost(() => {
        lost += 1;
      });
      await away[Symbol.asyncDispose]();
      for (let beats = 0; beats < 4; beats++) {
        clock.advance(500);
        await expect(member.beatNow()).rejects.toThrow();
      }
      expect(member.isLeaseValid()).toBe(false);
      if (isLinkUp) {
        await expect(member.beatNow()).rejects.toThrow();
        expect(lost).toBe(0);
      } else await expect.poll(() => lost).toBe(1);
      await member[Symbol.asyncDispose]();
    }
  });

  it('[CL6] that stood still for longer than its lease loses its sessions before it does anything', async () => {
    const clock = manualClock();
    await using member = await startMembership({
      connect: () => connect({ url: database.url, max: 1 }),
      clock,
      log,
      processId: 'prc_frozen',
      describe: () => report,
      isLinkUp: () => true,
      leaseMs,
      beatMs: 20,
    });
    let lost = 0;
    member.onLost(() => {
      lost += 1;
    });
    clock.advance(leaseMs - 1);
    member.noticeFreeze();
    expect(lost).toBe(0);
    clock.advance(1);
    member.noticeFreeze();
    expect([lost, member.id]).toEqual([1, 'prc_frozen.2']);
    await expect.poll(() => member.isLeaseValid()).toBe(true);
    member.noticeFreeze();
    expect(lost).toBe(1);
  });

  it('that stops leaves its row to the processes that take over its sessions', async () => {
    const { member } = await enter('prc_one');
    await member[Symbol.asyncDispose]();
    running.pop();
    expect(await reap(steady)).toEqual({ adopted: ['prc_one'], announced: [] });
  });

  it('is reached at the same address under each of its ids', () => {
    expect(addressOf('prc_one')).toBe('prc_one');
    expect(addressOf(nextProcessId(nextProcessId('prc_one')))).toBe('prc_one');
    expect(nextProcessId(nextProcessId('prc_one'))).toBe('prc_one.3');
  });
});
