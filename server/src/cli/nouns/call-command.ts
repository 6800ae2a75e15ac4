import {
  type AnswerOf,
  type BodyOf,
  type Call,
  managementCalls,
  type QueryOf,
} from '@parley/protocol/management';
import {
  type CallOptions,
  type ItemOf,
  type ListName,
  listAll,
  type Params,
} from '@parley/protocol/management/client';
import { type CallName, callRoutes } from '@parley/protocol/management/routes';
import { type Command, type CommandContext, command, type Flag } from '../command.ts';
import { type Columns, textRecord, textTable } from '../table.ts';
import { type FieldFlags, fieldFlags } from './field-flags.ts';
import { textFlag, wholeNumberOf } from './flag-values.ts';
import { accountFlag, whichAccount } from './which-account.ts';

type Inputs<N extends CallName> = {
  /** Flags that set fields of the body; of the query if there is no body. */
  readonly fields?: FieldFlags;
  /** Flags that `also` reads. */
  readonly flags?: Readonly<Record<string, Flag>>;
  /** Further fields of the body or of the query. */
  also?(context: CommandContext): FieldsOf<N> | Promise<FieldsOf<N>>;
};
type FieldsOf<N extends CallName> = Partial<BodyOf<N>> | QueryOf<N>;
type Outputs<N extends CallName> = {
  /** Only these fields of the answer are printed. */
  readonly pick?: readonly (keyof AnswerOf<N> & string)[];
  show?(answer: AnswerOf<N>): string;
};
type ListOutputs<N extends ListName> = {
  readonly columns: Columns<ItemOf<N>>;
  /** How many items are shown without --limit; all if left out. */
  readonly limit?: number;
};

/**
 * A command that is one call. An example of `usage` is "key show KEY". The account and the target become the parts of
 * the call's path.
 */
export function callCommand<N extends CallName>(
  usage: string,
  call: N,
  options: Inputs<N> & Outputs<N> = {},
): Command {
  const { pick, show = textRecord as (answer: AnswerOf<N>) => string } = options;
  return command(usage, aboutOf(call), {
    flags: flagsFor(call, options),
    run: async (context) => {
      const answer = await context.service.call(call, await optionsOf(call, options, context));
      return pick === undefined ? answer : Object.fromEntries(pick.map((name) => [name, answer[name]]));
    },
    show,
  });
}

/** A command that prints a list. */
export function listCommand<N extends ListName>(
  usage: string,
  call: N,
  options: Inputs<N> & ListOutputs<N>,
): Command {
  const limitFlag = textFlag(`how many at most; the default is ${options.limit ?? 'all'}`);
  return command(usage, aboutOf(call), {
    flags: flagsFor(call, { ...options, flags: { ...options.flags, limit: limitFlag } }),
    run: async (context) => {
      const limit = wholeNumberOf('limit', context.flags) ?? options.limit;
      return await listAll(context.service, call, await optionsOf(call, options, context), limit);
    },
    show: (items: ItemOf<N>[]) => textTable(options.columns, items),
  });
}

/** The parts of a call's path, for a command that makes more than one call. */
export async function paramsOf(name: CallName, context: CommandContext): Promise<Params> {
  const { path } = callRoutes[name];
  if (isAccountItself(path) && context.target !== '') return { account: context.target };
  const params: Record<string, string> = {};
  for (const [, part = ''] of path.matchAll(/:(\w+)/g))
    params[part] = part === 'account' ? await whichAccount(context) : context.target;
  return params;
}

async function optionsOf<N extends CallName>(
  name: N,
  { fields = {}, also }: Inputs<N>,
  context: CommandContext,
): Promise<CallOptions<N>> {
  // Wrong input is refused before the service is asked for the account.
  const given = { ...fieldFlags(name, fields).read(context.flags), ...(await also?.(context)) };
  const call: Call = managementCalls[name];
  const params = await paramsOf(name, context);
  return { params, ...(call.body === undefined ? { query: given } : { body: given }) } as CallOptions<N>;
}

const isAccountItself = (path: string): boolean => path.endsWith('/:account');
/** `Create a key. It is shown only once` → `create a key. It is shown only once`. */
const aboutOf = (call: CallName): string =>
  managementCalls[call].summary.replace(/^./, (first) => first.toLowerCase());

function flagsFor(
  call: CallName,
  { fields = {}, flags }: Pick<Inputs<CallName>, 'fields' | 'flags'>,
): Command['flags'] {
  const { path } = callRoutes[call];
  const needsAccount = path.includes(':account') && !isAccountItself(path);
  return { ...(needsAccount ? { account: accountFlag } : {}), ...fieldFlags(call, fields).flags, ...flags };
}
