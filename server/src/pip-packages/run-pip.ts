import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDeadline } from '../kernel/index.ts';
import { type ProgramEnvironment, startProgram } from '../processes/index.ts';
import { InstallFailure } from './install-failure.ts';
import { carryOver, isArchive, megabytesOf, type PinnedPackage, tryAgain } from './pinned-package.ts';

/** Programs that can fetch a Python package, in the order in which they are tried. */
const fetchPrograms: readonly (readonly string[])[] = [
  ['pip'],
  ['pip3'],
  ['python3', '-m', 'pip'],
  ['uvx', 'pip'],
  ['uv', 'tool', 'run', 'pip'],
];

/** Where such a program finds packages, certificates and the network. */
const passOn =
  /^(XDG_\w+|PIP_\w+|UV_\w+|PYENV_\w+|VIRTUAL_ENV|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|(HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy)$/;

const limitMs = 180_000;
const maxOutput = 64 * 1024;

export type PipOptions = {
  readonly wanted: PinnedPackage;
  /** The folder for the wheel and for temporary files. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly proxy?: string | undefined;
  readonly signal: AbortSignal;
  onProgress(text: string): void;
};

/** Fetches the wheel with the first installed program. Returns the path of the wheel. */
export async function fetchWheel(options: PipOptions): Promise<string> {
  for (const program of fetchPrograms) {
    const outcome = await run(program, options);
    if (outcome === 'missing') continue;
    if (outcome !== null) throw outcome;
    return join(options.folder, options.wanted.wheel);
  }
  throw new InstallFailure(
    `neither pip nor uv is on this machine to fetch ${options.wanted.title}`,
    `Install pip and start the service again. ${carryOver(options.wanted)}`,
  );
}

/** Null if the program succeeded, 'missing' if it is not installed. */
async function run(
  [program = '', ...before]: readonly string[],
  options: PipOptions,
): Promise<InstallFailure | 'missing' | null> {
  const { wanted } = options;
  const args = [
    ...['download', '--no-deps', '--dest', options.folder],
    ...['--no-input', '--disable-pip-version-check', '--retries=2', '--timeout=15'],
    ...(await wantedFile(options)),
  ];
  using time = startDeadline(limitMs);
  const child = startProgram(program, [...before, ...args], {
    environment: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe'],
    // pip starts further processes, which have to end with it.
    detached: true,
  });
  child.once('spawn', () =>
    options.onProgress(
      `Fetching ${wanted.title} (${megabytesOf(wanted)} MB) by ${program}. It is used as soon as it is there.`,
    ),
  );
  const end = () => endGroup(child.pid);
  const signal = AbortSignal.any([options.signal, time.signal]);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-maxOutput);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | 'missing' | null>((resolve) => {
    child.once('error', () => resolve('missing'));
    child.once('close', resolve);
  });
  signal.removeEventListener('abort', end);
  if (code === 0) return null;
  if (options.signal.aborted) return new InstallFailure('the installation was stopped', tryAgain(wanted));
  if (time.signal.aborted)
    return new InstallFailure(`${program} took longer than three minutes`, tryAgain(wanted));
  // This is how python3 without the module pip ends, and a shim without its program.
  if (code === 'missing' || code === 127 || /No module named pip/.test(output)) return 'missing';
  return failureOf(program, output, wanted);
}

/**
 * pip runs the set-up program of a source archive to learn its name. So it must check the archive first, and it reads
 * the expected checksum from a file only.
 */
async function wantedFile({ wanted, folder }: PipOptions): Promise<string[]> {
  const requirement = `${wanted.name}==${wanted.version}`;
  if (!isArchive(wanted)) return ['--only-binary=:all:', '--python-version=3.12', requirement];
  const list = join(folder, 'wanted.txt');
  await writeFile(list, `${requirement} --hash=sha256:${wanted.sha256}\n`);
  return [`--no-binary=${wanted.name}`, '--require-hashes', '--requirement', list];
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** The proxy may have a password. Arguments are visible to every user of the machine, the environment is not. */
function environmentOf({ env, folder, proxy }: PipOptions): ProgramEnvironment {
  // pip reads PIP_PROXY. uv, which fetches pip first, reads the others.
  const byProxy = proxy === undefined ? {} : { PIP_PROXY: proxy, HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
  return { from: env, passOn, add: { ...byProxy, TMPDIR: folder, PYTHONWARNINGS: 'ignore' } };
}

const unreachable =
  /Retrying \(|NewConnectionError|NameResolutionError|ConnectTimeout|Network is unreachable|Connection refused|ProxyError|Temporary failure|failed to lookup/i;

function failureOf(program: string, output: string, wanted: PinnedPackage): InstallFailure {
  const advice = `${tryAgain(wanted)} ${carryOver(wanted)}`;
  if (unreachable.test(output))
    return new InstallFailure(`${program} could not reach the package index`, advice);
  if (/No space left|ENOSPC/i.test(output))
    return new InstallFailure('the disk is full', `Make room for 60 MB. ${tryAgain(wanted)}`);
  const said = output.split('\n').findLast((line) => /^\s*(error|ERROR)[: ]/.test(line)) ?? '';
  const detail = said
    .replace(/^\s*error:?\s*/i, '')
    .trim()
    .replace(/\.$/, '')
    .slice(0, 200);
  return new InstallFailure(
    `${program} could not fetch ${wanted.title}${detail === '' ? '' : ` (${detail})`}`,
    advice,
  );
}
