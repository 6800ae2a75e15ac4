import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const server = import.meta.dirname;
const root = dirname(server);
// Below the server, because some of its packages are installed there.
const dist = join(server, 'dist');
const [stamp = String(Date.now())] = process.argv.slice(2);
const version = stamp.slice(0, 12);
/** A service that runs loads parts of its own build later, so older builds stay for a while. */
const keptBuilds = 5;

/** The programs and threads of the service. */
const entries: Readonly<Record<string, string>> = {
  main: 'src/main.ts',
  parley: 'src/cli/main.ts',
  'flite-worker': 'src/speech/flite/worker.ts',
  'natural-worker': 'src/speech/natural/worker.ts',
  'pico-worker': 'src/speech/pico/worker.ts',
  'voice-main': 'src/speech/custom/voice-main.ts',
  'recogniser-main': 'src/hearing/custom/recogniser-main.ts',
  'hash-worker': 'src/sign-in/passwords/hash-worker.ts',
  'check-thread': 'src/avatars/uploaded-model/check-thread.ts',
};

/**
 * Packages that every start loads. All others stay outside: they are loaded later and in small steps, have native
 * parts, or are found by their path.
 */
const included = new Set([
  '@parley/client',
  '@parley/face',
  '@parley/protocol',
  '@parley/server',
  'eventsource-parser',
  'fastify',
  'ipaddr.js',
  'jose',
  'light-my-request',
  'marked',
  'pino',
  'postgres',
  'prom-client',
  'typebox',
  'undici',
  'ws',
  'yaml',
]);

const { dependencies } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const isOutside = (specifier: string, importer: string | undefined): boolean => {
  if (isBuiltin(specifier)) return true;
  if (/^[./]/.test(specifier) || importer === undefined) return false;
  const name = packageOf(specifier);
  const isOurs = !importer.includes(`${sep}node_modules${sep}`);
  if (!isOurs || included.has(name)) return false;
  if (dependencies[name] !== undefined) return true;
  throw new Error(`${importer} imports ${name}, which is no dependency of the server`);
};

/** Files beside a source are found from the source's own place, and programs in the finished folder. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const source = `new URL('${relative(join(dist, version), id)}', import.meta.url).href`;
      return code.replace(
        /new URL\('(\.[^']+\.ts)', import\.meta\.url\)|import\.meta\.url/g,
        (_, path?: string) => {
          if (path === undefined) return source;
          const file = relative(server, resolve(dirname(id), path));
          const entry = Object.entries(entries).find(([, program]) => program === file);
          if (entry === undefined)
            return this.error(`${file} is a program that is missing in server/build.ts`);
          return `new URL('./${entry[0]}.js', import.meta.url)`;
        },
      );
    },
  },
};

// The message tells the file and the line. The stack is the bundler's own.
process.once('uncaughtException', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
// Two builds at the same time, or a killed build, must not leave an incomplete service behind.
const unfinished = join(dist, `${version}.${process.pid}`);
mkdirSync(unfinished, { recursive: true });
const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(server, file)])),
  cwd: root,
  platform: 'node',
  external: isOutside,
  plugins: [placesOfSources],
  transform: { target: 'esnext' },
  logLevel: 'warn',
});
await bundle.write({ dir: unfinished, format: 'esm', chunkFileNames: '[name]-[hash].js' });
await bundle.close();
try {
  renameSync(unfinished, join(dist, version));
} catch (error) {
  // Another build of the same sources was quicker.
  rmSync(unfinished, { recursive: true, force: true });
  if (!existsSync(join(dist, version))) throw error;
}
for (const name of ['main', 'parley']) write(`${name}.js`, `import './${version}/${name}.js';\n`);
write('.stamp', stamp);
removeOldBuilds();

function write(name: string, text: string): void {
  const file = join(dist, name);
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

function removeOldBuilds(): void {
  const others = readdirSync(dist, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== version,
  );
  // Another build may have renamed or removed its folder since.
  const age = (name: string) => statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newestFirst = others.map(({ name }) => name).sort((a, b) => age(b) - age(a));
  for (const name of newestFirst.slice(keptBuilds - 1))
    rmSync(join(dist, name), { recursive: true, force: true });
}
