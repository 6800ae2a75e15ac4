import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { selfSignedCertificate } from '../../outbound/testing/self-signed-certificate.ts';
import { waitFor } from '../../processes/index.ts';
import { pollOptions } from '../deadlines.ts';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type SiteClient, siteClient } from './site-client.ts';

export const site = 'talk.example.com';
const deployFolder = fileURLToPath(new URL('../../../../deploy/', import.meta.url));

/** A program in front of the service, with our configuration of it. */
export type Proxy = AsyncDisposable & { readonly client: SiteClient; readonly plainPort: number };

type Place = { folder: string; plainPort: number; port: number; servicePort: number };
type Command = { args: string[]; env?: Record<string, string> };
export type ProxyName = 'nginx' | 'caddy';

/** The path of the program. If it is not installed, the test is skipped with the reason. */
export const proxyProgram = ({ skip }: Pick<TestContext, 'skip'>, name: ProxyName): string =>
  find(name) ?? skip(`${name} is not installed`);

/** Starts nginx or Caddy on loopback. */
export async function startProxy(name: ProxyName, program: string, servicePort: number): Promise<Proxy> {
  await using undo = new AsyncDisposableStack();
  const { path: folder } = undo.use(await temporaryFolder(name));
  const { key, cert } = selfSignedCertificate({ names: [site] });
  await writeFile(join(folder, 'site.crt'), cert);
  await writeFile(join(folder, 'site.key'), key);
  const place = { folder, plainPort: await freePort(), port: await freePort(), servicePort };
  const { args, env = {} } = await commands[name](place);
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'close');
  undo.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const client = siteClient(`https://${site}:${place.port}`, cert);
  const answers = () =>
    client.get('/healthz').then(
      ({ status }) => status === 200 || undefined,
      () => undefined,
    );
  const ready = await waitFor(async () => (child.exitCode === null ? await answers() : false), pollOptions);
  if (!ready) throw new Error(`${name} does not lead to the service; it said:\n${output}`);
  const running = undo.move();
  return {
    client,
    plainPort: place.plainPort,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const commands: Readonly<Record<ProxyName, (place: Place) => Promise<Command>>> = {
  async nginx({ folder, plainPort, port, servicePort }) {
    const ours = await readFile(join(deployFolder, 'nginx/parley.conf'), 'utf8');
    const here = ours
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
      .replace('server 127.0.0.1:8080', `server 127.0.0.1:${servicePort}`)
      .replaceAll(`/etc/ssl/${site}`, join(folder, 'site'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const whole = `
      daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      events {}
      http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} ${here} }`;
    await writeFile(join(folder, 'nginx.conf'), whole);
    return { args: ['-p', folder, '-c', join(folder, 'nginx.conf')] };
  },
  async caddy({ folder, plainPort, port, servicePort }) {
    const ours = await readFile(join(deployFolder, 'caddy/Caddyfile'), 'utf8');
    const options = `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n}\n`;
    await writeFile(join(folder, 'Caddyfile'), options + ours);
    return {
      args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      env: {
        PARLEY_SITE: site,
        PARLEY_PROCESSES: `127.0.0.1:${servicePort}`,
        PARLEY_TLS: `tls ${folder}/site.crt ${folder}/site.key`,
      },
    };
  },
};

/** Servers are often in /usr/sbin, which is not in every user's path. */
function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
