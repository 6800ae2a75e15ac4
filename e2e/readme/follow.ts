import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { answersAt, checkDashboard, checkPage, checkWidget } from './checks.ts';
import { type ReadmeStep, readmeSteps } from './steps.ts';
import { Terminal } from './terminal.ts';

export type Reading = {
  /** A clone of the repository. */
  readonly folder: string;
  readonly browser: Browser;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Used in place of the README's 8080 and 3000. */
  readonly ports: { readonly service: number; readonly endpoint: number };
  /** Called after each step. */
  done(title: string, seconds: number): void;
};

/** Does what the steps of the README say, and checks in a browser what the reader would see. */
export async function followReadme({ folder, browser, environment, ports, done }: Reading): Promise<void> {
  await using terminal = new Terminal(folder, { ...environment, PORT: String(ports.service) });
  const service = `http://localhost:${ports.service}`;
  const markdown = (await readFile(join(folder, 'README.md'), 'utf8'))
    .replaceAll('http://localhost:8080', service)
    .replaceAll(/(localhost:|listen\()3000/g, `$1${ports.endpoint}`);
  const output = new Map<string, string>();
  const type = async (line: string): Promise<string> => {
    if (line === 'npm start')
      return await terminal.start(line, (printed) => printed.includes('Ctrl-C stops the service'));
    if (line.startsWith('node ')) return await terminal.start(line, () => answersAt(ports.endpoint));
    return await terminal.run(line);
  };
  const act = async ({ actions }: ReadmeStep) => {
    for (const action of actions) {
      if (action.kind === 'file') await writeFile(join(folder, action.name), action.content);
      else output.set(action.line, await type(action.line));
    }
  };
  const printedBy = (start: string): string =>
    [...output].filter(([line]) => line.includes(start)).at(-1)?.[1] ?? '';
  const checks: Readonly<Record<string, (step: ReadmeStep) => Promise<void>>> = {
    Start: async () => expectText(printedBy('npm start'), 'Parley is ready at'),
    Talk: async ({ text }) => {
      expectText(printedBy('talk 1001'), 'I can talk with you about Parley');
      await checkPage(browser, /<(http\S+)>/.exec(text)?.[1] ?? '');
    },
    'Open the dashboard': async () => {
      await checkDashboard(browser, linkIn(printedBy('npm start')));
      await checkDashboard(browser, linkIn(printedBy('sign-in-link')));
    },
    'Connect your own endpoint': async () => expectText(printedBy('talk 1002'), 'You said: Hello.'),
    'Put it on your page': () => checkWidget(browser, pathToFileURL(join(folder, 'page.html')).href),
  };
  for (const step of readmeSteps(markdown)) {
    const check = checks[step.title];
    if (check === undefined) throw new Error(`There is no check for the step "${step.title}" of the README`);
    const begin = performance.now();
    await act(step);
    await check(step);
    done(step.title, (performance.now() - begin) / 1000);
  }
}

const linkIn = (text: string): string => /http\S+\/sign-in\/link#\S+/.exec(text)?.[0] ?? '';

function expectText(printed: string, wanted: string): void {
  if (!printed.includes(wanted)) throw new Error(`"${wanted}" was not printed:\n${printed}`);
}
