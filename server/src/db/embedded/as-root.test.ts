import { chmod, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { temporaryFolder } from '../../testing/index.ts';
import { connect, startEmbedded } from '../index.ts';

const onlyAsRoot = ({ skip }: Pick<TestContext, 'skip'>): void => {
  if (process.getuid?.() !== 0) skip('only root can start PostgreSQL under another account');
};

/** A data folder inside a closed home directory, and an open folder to use instead. */
const closedHome = async () => {
  const outer = await temporaryFolder();
  const home = join(outer.path, 'home');
  const folder = join(home, 'data');
  await mkdir(folder, { recursive: true });
  await chmod(home, 0o700);
  const said: string[] = [];
  const start = () =>
    startEmbedded({
      folder,
      durable: false,
      sharedFolder: join(outer.path, 'shared'),
      onProgress: (text) => said.push(text),
    });
  return { start, said, home, folder, [Symbol.asyncDispose]: () => outer[Symbol.asyncDispose]() };
};

it('runs under an account that is not root and owns its files', async (context) => {
  onlyAsRoot(context);
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o700);
  await using server = await startEmbedded({ folder: folder.path, durable: false });
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  const { uid } = await stat(join(folder.path, 'postgres/cluster'));
  expect(uid).not.toBe(0);
  expect(status).toContain(`Uid:\t${uid}\t${uid}\t${uid}`);
  expect((await stat(folder.path)).mode & 0o777).toBe(0o711);
});

it('puts the cluster elsewhere when that account cannot reach the data folder, says so, and finds it again', async (context) => {
  onlyAsRoot(context);
  await using closed = await closedHome();
  const first = await closed.start();
  const sql = connect({ url: first.url, max: 1 });
  await sql`create table kept as select 5 as n`;
  await sql.end();
  await first.stop();
  expect(closed.said.join('\n')).toMatch(/who cannot reach .*\/home\/data: its files go to .*\/shared\//);

  // If the home directory is opened later, the usual place could be used, but it is empty.
  await chmod(closed.home, 0o755);
  await using second = await closed.start();
  const again = connect({ url: second.url, max: 1 });
  expect(await again`select n from kept`).toEqual([{ n: 5 }]);
  await again.end();
});

it('refuses to begin with an empty database when that other place is gone', async (context) => {
  onlyAsRoot(context);
  await using closed = await closedHome();
  await (await closed.start()).stop();
  const place = (await readFile(join(closed.folder, 'postgres.place'), 'utf8')).trim();
  await rm(place, { recursive: true });
  await expect(closed.start()).rejects.toThrow(`should be in ${place}`);
});

it('refuses to begin with an empty database when the existing one is no longer accessible', async (context) => {
  onlyAsRoot(context);
  await using closed = await closedHome();
  await chmod(closed.home, 0o755);
  await (await closed.start()).stop();
  await chmod(closed.home, 0o700);
  await expect(closed.start()).rejects.toThrow('Let others pass through the folders above it');
});
