import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookRequests } from '@parley/protocol/management';
import { type Command, type CommandContext, command, UsageError } from '../../command.ts';
import { headerFlag, headersOf, requiredFlag, textFlag, textOf } from '../flag-values.ts';
import { accountFlag, whichAccount } from '../which-account.ts';

type DeliveryRequest = WebhookRequests['requests'][number];
type Receiver = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

const pollMs = 500;

export const listenCommands: readonly Command[] = [
  command(
    'listen',
    'print what the service sends to a webhook, and forward it to a local receiver; Ctrl-C ends it',
    {
      flags: {
        account: accountFlag,
        webhook: requiredFlag('the webhook’s id'),
        'forward-to': textFlag('URL of the local receiver'),
        header: {
          ...headerFlag,
          about: `${headerFlag.about}. The webhook’s own headers are secret and not forwarded`,
        },
      },
      run: listen,
    },
  ),
];

async function listen(context: CommandContext): Promise<undefined> {
  const { flags, service } = context;
  const receiver = receiverOf(context);
  const params = { account: await whichAccount(context), webhook: String(flags.webhook) };
  let { cursor } = await service.call('webhooks.requests', { params });
  if (!context.json) context.print(`Listening. New requests to webhook ${flags.webhook} appear here.`);
  for (;;) {
    const answer = await service.call('webhooks.requests', { params, query: { after: cursor } });
    for (const request of answer.requests) await show(context, request, receiver);
    cursor = answer.cursor;
    if (answer.requests.length === 0) await sleep(pollMs);
  }
}

function receiverOf({ flags }: CommandContext): Receiver | null {
  const headers = headersOf(flags) ?? {};
  const url = textOf(flags['forward-to']);
  if (url === undefined) return null;
  if (!URL.canParse(url))
    throw new UsageError(`--forward-to "${url}" must be a URL such as http://localhost:3000/.`);
  return { url, headers };
}

async function show(
  context: CommandContext,
  request: DeliveryRequest,
  receiver: Receiver | null,
): Promise<void> {
  const status = receiver === null ? null : await forward(receiver, request);
  if (context.json) context.print(JSON.stringify({ ...request, forwarded: status }));
  else context.print(`${request.event}${status === null ? '' : ` → ${status}`}\n  ${request.body}`);
}

async function forward(receiver: Receiver, { headers, body }: DeliveryRequest): Promise<number | string> {
  const response = await fetch(receiver.url, {
    method: 'POST',
    headers: { ...receiver.headers, ...headers },
    body,
    redirect: 'manual',
  }).catch((error: Error) => error);
  if (!(response instanceof Error)) return response.status;
  return response.cause instanceof Error ? response.cause.message : response.message;
}
