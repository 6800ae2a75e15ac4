import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../live/testing/until.ts';
import type { RunningService } from '../../service.ts';
import { type ResourceReport, reportVariable } from './resource-report.ts';

export type Resources = ResourceReport & {
  /** 0 if the system does not report it. */
  readonly descriptors: number;
  /** The memory of the process after a garbage collection. Memory shared with other processes counts in part. */
  readonly pssMb: number;
};

/** The settings with which a service reports on its resources to a file of this folder. */
export const reportingEnvironment = (folder: string): Record<string, string> => ({
  [reportVariable]: join(folder, 'resources.json'),
  NODE_OPTIONS: `--import=${new URL('./resource-report.ts', import.meta.url).href}`,
});

export async function readResources({ pid }: RunningService, folder: string): Promise<Resources> {
  const file = join(folder, 'resources.json');
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const report = await until('the service reports on its resources', () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as ResourceReport;
    } catch {
      return undefined;
    }
  });
  return { ...report, ...fromSystem(pid) };
}

function fromSystem(pid: number): Pick<Resources, 'descriptors' | 'pssMb'> {
  if (process.platform !== 'linux') return { descriptors: 0, pssMb: 0 };
  const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, pssMb: Number(kilobytes) / 1024 };
}
