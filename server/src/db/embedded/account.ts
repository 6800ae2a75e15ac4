import { chown, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The operating-system account that PostgreSQL runs under. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

const preferred = ['postgres', '_postgres', 'nobody'];
const fallback: Account = { uid: 65_534, gid: 65_534, name: 'nobody' };

const knownAccounts = async (): Promise<Account[]> => {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  });
};

/** Who is to run PostgreSQL: nobody else unless we are root, which PostgreSQL refuses. */
export const databaseAccount = async (cluster: string): Promise<Account | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = await knownAccounts();
  const owner = await stat(cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) {
    const name = accounts.find(({ uid }) => uid === owner.uid)?.name ?? String(owner.uid);
    return { uid: owner.uid, gid: owner.gid, name };
  }
  for (const wanted of preferred) {
    const account = accounts.find(({ name, uid }) => name === wanted && uid !== 0);
    if (account !== undefined) return account;
  }
  return fallback;
};

export const give = async (path: string, account: Account | undefined): Promise<void> => {
  if (account !== undefined) await chown(path, account.uid, account.gid);
};

const permits = async (path: string, account: Account, bit: 1 | 4): Promise<boolean> => {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) return true;
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0;
  return ((entry.mode >> shift) & bit) !== 0;
};

export const mayPass = (folder: string, account: Account): Promise<boolean> => permits(folder, account, 1);
export const mayRead = (file: string, account: Account): Promise<boolean> => permits(file, account, 4);

/** Whether every folder above `path` lets the account through. */
export const mayReach = async (path: string, account: Account | undefined): Promise<boolean> => {
  if (account === undefined) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!(await mayPass(folder, account))) return false;
    if (folder === dirname(folder)) return true;
  }
};
