import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { programEnvironment } from './programs.ts';

const linux = process.platform === 'linux';

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const ps = (pid: number, column: string): string | undefined =>
  attempt(() =>
    execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim(),
  );

/** The fields of /proc/PID/stat from the state letter on. The command before it may itself contain `) `. */
const stat = (pid: number): string[] | undefined =>
  attempt(() => {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  });

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** A zombie does not count as alive. Otherwise a killed orphan would look alive forever if process 1 does not reap it. */
export const isAlive = (pid: number): boolean => {
  if (!exists(pid)) return false;
  const state = linux ? stat(pid)?.[0] : ps(pid, 'state');
  return state !== undefined && !state.startsWith('Z');
};

const bootId = linux ? attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) : '';

/** Distinguishes a process from a later one with the same pid, even after a reboot. */
export const startTime = (pid: number): string | undefined => {
  if (!linux) return ps(pid, 'lstart') || undefined;
  const ticks = stat(pid)?.[19];
  return ticks === undefined ? undefined : `${ticks}@${bootId}`;
};

export const parentOf = (pid: number): number | undefined => {
  const parent = linux ? stat(pid)?.[1] : ps(pid, 'ppid');
  return parent === undefined ? undefined : Number(parent);
};

export const workingFolder = (pid: number): string | undefined =>
  linux ? attempt(() => readlinkSync(`/proc/${pid}/cwd`)) : undefined;

const program = (pid: number): string | undefined =>
  attempt(() => basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')));

/** Processes of a program whose working folder is `folder`. Empty if the system cannot tell. */
export const processesIn = (folder: string, programName: string): number[] => {
  const real = attempt(() => realpathSync(folder));
  if (!linux || real === undefined) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid) === real && program(pid) === programName && isAlive(pid));
};

/** How many files and sockets this process may have open. Undefined if the system cannot tell or sets no limit. */
export const maxDescriptors = (): number | undefined => {
  const limits = linux ? attempt(() => readFileSync('/proc/self/limits', 'utf8')) : undefined;
  const [, soft] = /^Max open files +(\d+) /m.exec(limits ?? '') ?? [];
  return soft === undefined ? undefined : Number(soft);
};
