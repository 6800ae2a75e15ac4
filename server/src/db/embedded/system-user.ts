import { chown, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user of the operating system that PostgreSQL runs as. */
export interface SystemUser {
  uid: number;
  gid: number;
  name: string;
}

const preferred = ['postgres', '_postgres', 'nobody'];
const fallback: SystemUser = { uid: 65_534, gid: 65_534, name: 'nobody' };

const knownUsers = async (): Promise<SystemUser[]> => {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  });
};

/** The user to run PostgreSQL as. Undefined unless we are root, because PostgreSQL refuses to run as root. */
export const databaseUser = async (cluster: string): Promise<SystemUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const users = await knownUsers();
  const owner = await stat(cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) {
    const name = users.find(({ uid }) => uid === owner.uid)?.name ?? String(owner.uid);
    return { uid: owner.uid, gid: owner.gid, name };
  }
  for (const wanted of preferred) {
    const systemUser = users.find(({ name, uid }) => name === wanted && uid !== 0);
    if (systemUser !== undefined) return systemUser;
  }
  return fallback;
};

export const giveOwnership = async (path: string, systemUser: SystemUser | undefined): Promise<void> => {
  if (systemUser !== undefined) await chown(path, systemUser.uid, systemUser.gid);
};

const permits = async (path: string, systemUser: SystemUser, bit: 1 | 4): Promise<boolean> => {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) return true;
  const shift = entry.uid === systemUser.uid ? 6 : entry.gid === systemUser.gid ? 3 : 0;
  return ((entry.mode >> shift) & bit) !== 0;
};

export const canTraverse = (folder: string, systemUser: SystemUser): Promise<boolean> =>
  permits(folder, systemUser, 1);
export const canRead = (file: string, systemUser: SystemUser): Promise<boolean> =>
  permits(file, systemUser, 4);

/** Whether the user may traverse every folder above `path`. */
export const canReach = async (path: string, systemUser: SystemUser | undefined): Promise<boolean> => {
  if (systemUser === undefined) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!(await canTraverse(folder, systemUser))) return false;
    if (folder === dirname(folder)) return true;
  }
};
