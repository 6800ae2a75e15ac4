import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { connect, type Embedded, type Sql, startEmbedded } from '../../db/index.ts';
import { seededDataFolder } from '../data-folder.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { postmasterPid } from './embedded-database.ts';

const run = promisify(execFile);

/** The PostgreSQL server of a service group. */
export class GroupDatabase implements AsyncDisposable {
  readonly #undo: AsyncDisposableStack;
  readonly #proxy: DatabaseProxy | null;
  #folder: TemporaryFolder;
  #server: Embedded;
  readonly url: string;
  readonly sql: Sql;

  private constructor(
    undo: AsyncDisposableStack,
    folder: TemporaryFolder,
    server: Embedded,
    proxy: DatabaseProxy | null,
  ) {
    this.#undo = undo;
    this.#folder = folder;
    this.#server = server;
    this.#proxy = proxy;
    this.url = (proxy ?? server).url;
    this.sql = undo.adopt(connect({ url: this.url, max: 4 }), (sql) => sql.end({ timeout: 1 }));
  }

  /** A movable database is reached through a proxy, like a DNS name of the primary. */
  static async start(movable: boolean): Promise<GroupDatabase> {
    await using undo = new AsyncDisposableStack();
    const folder = undo.use(await seededDataFolder('group'));
    const server = undo.use(await startEmbedded({ folder: folder.path, durable: false }));
    const proxy = movable ? undo.use(await startDatabaseProxy(server.url)) : null;
    return new GroupDatabase(undo.move(), folder, server, proxy);
  }

  get folder(): string {
    return this.#folder.path;
  }

  /** The database neither answers nor closes connections until the returned function is called. */
  async pause(): Promise<() => void> {
    const pids = await processesOf(await postmasterPid(this.folder));
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    };
  }

  /** Cuts all connections and stops the server. Only committed data is left. */
  async lose(): Promise<void> {
    this.#proxy?.cut();
    await this.#server.stop();
  }

  /** The same data, served at another address. */
  async startElsewhere(): Promise<void> {
    const folder = this.#undo.use(await temporaryFolder('moved-database'));
    await run('cp', ['-a', `${this.folder}/.`, folder.path]);
    this.#folder = folder;
    this.#server = this.#undo.use(await startEmbedded({ folder: folder.path, durable: false }));
    this.#proxy?.moveTo(this.#server.url);
    this.#proxy?.mend();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#undo.disposeAsync();
  }
}

async function processesOf(parent: number): Promise<number[]> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  return [parent, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
}
