import { expect, it } from 'vitest';
import { connect } from '../db/index.ts';
import { testDatabase } from '../testing/index.ts';
import { beSoleProcess, DatabaseInUse } from './sole-process.ts';

it('one process works on a database; the next may when it has gone, however it went', {
  timeout: 30_000,
}, async () => {
  await using database = await testDatabase();
  const process = () => connect({ url: database.url, max: 2 });
  const [first, second, third] = [process(), process(), process()];
  try {
    const held = await beSoleProcess(first);
    await expect(beSoleProcess(second)).rejects.toThrow(DatabaseInUse);

    // One that waits gets it as soon as the other lets go.
    const waiting = beSoleProcess(second);
    await held[Symbol.asyncDispose]();
    await waiting;

    // A killed process takes its lock with it.
    const afterKill = beSoleProcess(third);
    await database.sql`
      select pg_terminate_backend(l.pid) from pg_locks l
      where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())`;
    await afterKill;
  } finally {
    await Promise.all([first, second, third].map((sql) => sql.end({ timeout: 1 })));
  }
});
