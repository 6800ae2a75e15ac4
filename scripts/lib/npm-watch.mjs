import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const describe = (pid) => {
  try {
    if (process.platform === 'linux') {
      const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const end = line.lastIndexOf(')');
      return {
        name: line.slice(line.indexOf('(') + 1, end),
        parent: Number(line.slice(end + 2).split(' ')[1]),
      };
    }
    const [parent, ...name] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
    })
      .trim()
      .split(/\s+/);
    return { name: name.join(' '), parent: Number(parent) };
  } catch {
    return undefined;
  }
};

const isShell = (name) => /(^|\/)-?(sh|dash|bash|ash|zsh)$/.test(name);

/** npm runs this process directly or through a shell. A child that loses its parent gets another one. */
const ancestors = () => {
  const parent = process.ppid;
  const above = describe(parent);
  return above && isShell(above.name) ? `${parent} ${above.parent}` : String(parent);
};

/** Calls back when npm, which started this process, has ended without a signal to it. */
export const onNpmGone = (callback) => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
};
