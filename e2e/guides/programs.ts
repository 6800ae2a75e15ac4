import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { freePort, stateDeadlineMs, temporaryFolder } from '../../server/src/testing/index.ts';
import { plainEnvironment } from '../../server/src/testing/plain-environment.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

/** The code blocks of a guide in one language under one heading, as they are. */
export function blocksOf(guide: string, heading: string, language: string): string[] {
  const found: string[] = [];
  let current = '';
  for (const [, title, name, code = ''] of readFileSync(`${docs}${guide}.md`, 'utf8').matchAll(
    /^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (title !== undefined) current = title;
    else if (current === heading && name === language) found.push(code);
  }
  return found;
}

export function blockOf(guide: string, heading: string, language: string): string {
  const [code, ...more] = blocksOf(guide, heading, language);
  if (code === undefined || more.length > 0)
    throw new Error(`${guide}, ${heading}: not one block of ${language}`);
  return code;
}

/** Skips a test where a program is missing. */
export function need({ skip }: Pick<TestContext, 'skip'>, program: string): void {
  if (spawnSync(program, ['--version']).error !== undefined) skip(`${program} is missing`);
}

const commands = { js: [process.execPath, 'mjs'], python: ['python3', 'py'], sh: ['sh', 'sh'] } as const;
export type Language = keyof typeof commands;
type Env = Readonly<Record<string, string>>;

async function start(language: Language, code: string, env: Env) {
  const folder = await temporaryFolder('guide');
  const [program, ending] = commands[language];
  const file = join(folder.path, `program.${ending}`);
  await writeFile(file, code);
  const child = spawn(program, [file], { cwd: folder.path, env: { ...plainEnvironment(), ...env } });
  return { child, folder };
}

/** Runs a program to its end. Returns what it printed. */
export async function runBlock(language: Language, code: string, env: Env = {}): Promise<string> {
  const { child, folder } = await start(language, code, env);
  const [printed, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  await folder[Symbol.asyncDispose]();
  if (child.exitCode !== 0) throw new Error(complaints);
  return printed;
}

export type Served = AsyncDisposable & { readonly url: string; printed(): string };

/** Starts a program that listens on port 3000, on a free port instead. */
export async function serveBlock(language: Language, code: string, env: Env = {}): Promise<Served> {
  const port = await freePort();
  const { child, folder } = await start(language, code.replaceAll('3000', String(port)), env);
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.resume();
  await untilListening(port, child);
  return {
    url: `http://127.0.0.1:${port}/`,
    printed: () => printed,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let leftMs = stateDeadlineMs; leftMs > 0 && child.exitCode === null; leftMs -= 50) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`the program does not listen (exit code ${child.exitCode})`);
}

/** A web server that runs a CGI program for each request. */
export async function serveCgi(code: string, secret: string): Promise<Served> {
  const events = await temporaryFolder('events');
  const run = async ({ headers, method }: IncomingMessage, body: Buffer): Promise<number> => {
    const fields = Object.entries(headers).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
      String(value),
    ]);
    const { child, folder } = await start('sh', code, {
      ...Object.fromEntries(fields),
      REQUEST_METHOD: String(method),
      CONTENT_LENGTH: String(body.length),
      WEBHOOK_SECRET: secret,
      EVENTS: events.path,
    });
    child.stdin.on('error', () => {}).end(body);
    const [head] = await Promise.all([text(child.stdout), once(child, 'close')]);
    await folder[Symbol.asyncDispose]();
    return Number(/^Status: (\d+)\r\n/.exec(head)?.[1] ?? 500);
  };
  const server = createServer(async (request, response) => {
    response.writeHead(await run(request, await buffer(request))).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    printed: () => spawnSync('ls', [events.path], { encoding: 'utf8' }).stdout,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await events[Symbol.asyncDispose]();
    },
  };
}
