import { execFile } from 'node:child_process';
import { appendFile, chmod, copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, type Embedded, type Sql, startEmbedded } from '../../db/index.ts';
import { waitFor } from '../../processes/index.ts';
import { seededDataFolder } from '../data-folder.ts';
import { pollOptions } from '../deadlines.ts';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);

/** A PostgreSQL server that archives its write-ahead log, as docs/deployment.md sets one up. */
export class ArchivedDatabase implements AsyncDisposable {
  readonly #data: TemporaryFolder;
  readonly #backups: TemporaryFolder;
  readonly #server: Embedded;
  readonly sql: Sql;

  private constructor(data: TemporaryFolder, backups: TemporaryFolder, server: Embedded) {
    this.#data = data;
    this.#backups = backups;
    this.#server = server;
    this.sql = connect({ url: server.url, max: 1, applicationName: 'parley-backup' });
  }

  static async start(): Promise<ArchivedDatabase> {
    const data = await seededDataFolder('archived');
    const backups = await temporaryFolder('backups');
    const archive = join(backups.path, 'wal');
    await mkdir(archive);
    // If the tests run as root, PostgreSQL runs as another user.
    await chmod(archive, 0o777);
    const before = await startEmbedded({ folder: data.path });
    const sql = connect({ url: before.url, max: 1 });
    await sql.unsafe(`alter system set archive_mode = 'on'`);
    await sql.unsafe(
      `alter system set archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`,
    );
    await sql.end();
    await before.stop();
    return new ArchivedDatabase(data, backups, await startEmbedded({ folder: data.path }));
  }

  get url(): string {
    return this.#server.url;
  }

  /** Makes the same backup as pg_basebackup, with PostgreSQL's functions, while the service runs. */
  async backUp(): Promise<void> {
    const copy = join(this.#backups.path, 'base');
    await this.sql`select pg_backup_start('rehearsal', true)`;
    await run('cp', ['-a', join(this.#data.path, 'postgres', 'cluster'), copy]);
    const [stopped] = await this.sql<{ label: string; map: string }[]>`
      select labelfile as label, spcmapfile as map from pg_backup_stop()`;
    await rm(join(copy, 'postmaster.pid'), { force: true });
    await rm(join(copy, 'postmaster.opts'), { force: true });
    // Changes after the backup must come from the archive, not from log files that were copied by chance.
    await run('find', [join(copy, 'pg_wal'), '-type', 'f', '-delete']);
    await writeFile(join(copy, 'backup_label'), stopped?.label ?? '');
    if (stopped?.map) await writeFile(join(copy, 'tablespace_map'), stopped.map);
  }

  async nameMoment(name: string): Promise<void> {
    await this.sql`select pg_create_restore_point(${name})`;
  }

  /** Waits until everything written so far is in the archive. Then the server is lost with its disk. */
  async lose(): Promise<void> {
    const [current] = await this.sql<{ file: string }[]>`select pg_walfile_name(pg_switch_wal()) as file`;
    const isArchived = async () => {
      const [row] = await this.sql<{ done: boolean }[]>`
        select last_archived_wal >= ${current?.file ?? ''} as done from pg_stat_archiver`;
      return row?.done || undefined;
    };
    if (!(await waitFor(isArchived, pollOptions))) throw new Error('the log was not archived');
    await this.sql.end();
    await this.#server.stop();
    await rm(join(this.#data.path, 'postgres', 'cluster'), { recursive: true });
  }

  /** A new server, restored to the named moment. */
  async restore(moment: string): Promise<Embedded & { folder: TemporaryFolder }> {
    const folder = await temporaryFolder('restored');
    const cluster = join(folder.path, 'postgres', 'cluster');
    await mkdir(join(folder.path, 'postgres'));
    await chmod(join(folder.path, 'postgres'), 0o711);
    await run('cp', ['-a', join(this.#backups.path, 'base'), cluster]);
    await copyFile(join(this.#data.path, 'postgres.password'), join(folder.path, 'postgres.password'));
    await appendFile(
      join(cluster, 'postgresql.auto.conf'),
      [
        `restore_command = 'cp "${join(this.#backups.path, 'wal')}/%f" "%p"'`,
        `recovery_target_name = '${moment}'`,
        `recovery_target_action = 'promote'`,
        `archive_mode = 'off'\n`,
      ].join('\n'),
    );
    await writeFile(join(cluster, 'recovery.signal'), '');
    // The new files still belong to this process's user, not to PostgreSQL's.
    const { uid, gid } = await stat(cluster);
    await run('chown', ['-R', `${uid}:${gid}`, cluster]);
    return Object.assign(await startEmbedded({ folder: folder.path }), { folder });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sql.end({ timeout: 1 });
    await this.#server.stop();
    await this.#data[Symbol.asyncDispose]();
    await this.#backups[Symbol.asyncDispose]();
  }
}
