import { writeFile } from 'node:fs/promises';
import type { Report } from '../../conformance/index.ts';
import { type Command, type CommandContext, command, type Flag, type Flags, UsageError } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exitCodes } from '../exit-codes.ts';
import { withFile } from '../named-file.ts';
import { textTable } from '../table.ts';
import { endpointFlags, endpointOf, mustListen, urlOf } from './endpoint-flags.ts';
import { headerFlag, headersOf, listOf, secretOf, textFlag, textOf } from './flag-values.ts';

/** Only these commands need it, and it loads much of the service. */
const conformance = () => import('../../conformance/index.ts');

type CheckFlags = Readonly<Record<string, Flag>>;
const commonFlags: CheckFlags = {
  only: { kind: 'list', about: 'run only these checks' },
  list: { kind: 'switch', about: 'list the checks and send nothing' },
  junit: textFlag('write the report to this file as JUnit XML, too'),
};

export const checkCommands: readonly Command[] = [
  command(
    'check [URL]',
    'check an endpoint against the contract, without a service. The exit code is 0 if it is good, 1 if it has faults, 2 if it could not be tried',
    {
      flags: {
        ...endpointFlags,
        'callback-message': textFlag('a message after which the endpoint sends a callback'),
        ...commonFlags,
      },
      run: async (context) => {
        const { checkEndpoint, endpointCheckTexts } = await conformance();
        const { flags, target: url } = context;
        return await checked(context, 'parley check', endpointCheckTexts, async (only) =>
          checkEndpoint({
            url,
            ...(await endpointOf(flags)),
            callbackMessage: textOf(flags['callback-message']) ?? null,
            only,
          }).catch(mustListen),
        );
      },
    },
  ),
  command(
    'check-webhook [URL]',
    'check the receiver of a webhook, without a service. The exit codes are those of "check"',
    {
      flags: {
        secret: textFlag(
          'the signing secret that the receiver knows (whsec_…); "-" reads it from standard input. Without it nothing is signed',
        ),
        header: headerFlag,
        ...commonFlags,
      },
      run: async (context) => {
        const { checkReceiver, receiverCheckTexts } = await conformance();
        const { flags, target: url } = context;
        return await checked(context, 'parley check-webhook', receiverCheckTexts, async (only) =>
          checkReceiver({
            url,
            secret: signingSecretOf((await secretOf(flags.secret)) ?? null),
            headers: headersOf(flags) ?? {},
            only,
          }),
        );
      },
    },
  ),
];

/** What both commands do around their checks. */
async function checked(
  context: CommandContext,
  suite: string,
  texts: Readonly<Record<string, { readonly about: string }>>,
  check: (only: readonly string[] | null) => Promise<Report>,
): Promise<Report | undefined> {
  const { flags, target, json, print } = context;
  if (flags.list === true) {
    const rows = Object.entries(texts).map(([name, { about }]) => ({ name, about }));
    print(json ? JSON.stringify(rows) : textTable({ NAME: 'name', WHAT: 'about' }, rows));
    return;
  }
  if (target === '') throw new UsageError(`URL is missing. Run: ${suite} URL`);
  urlOf('URL', target);
  const { reportJunit, reportText } = await conformance();
  const report = await check(onlyOf(flags, Object.keys(texts)));
  const file = textOf(flags.junit);
  if (file !== undefined) await withFile(file, 'write', () => writeFile(file, reportJunit(suite, report)));
  context.exitWith(exitCodes.check[report.verdict]);
  if (json) return report;
  print(reportText(report));
  return;
}

function onlyOf(flags: Flags, known: readonly string[]): readonly string[] | null {
  const only = listOf(flags.only) ?? null;
  const unknown = only?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no check "${unknown}".${didYouMean(unknown, known)} --list lists them.`);
  return only;
}

function signingSecretOf(text: string | null): string | null {
  if (text !== null && !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new UsageError('--secret must be a signing secret: whsec_ and base64, as it was shown once.');
  return text;
}
