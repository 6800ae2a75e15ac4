import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, type CommandContext, UsageError } from '../command.ts';

type DeliveryRequest = { event: string; body: string; headers: Record<string, string> };

const pollMs = 500;

export const listenCommands: readonly Command[] = [
  {
    noun: 'listen',
    verb: '',
    about: 'print what the service sends to a webhook, and forward it to a local receiver; Ctrl-C ends it',
    flags: {
      webhook: { kind: 'text', about: 'the webhook’s id', required: true },
      'forward-to': { kind: 'text', about: 'address of the local receiver' },
    },
    run: listen,
  },
];

async function listen(context: CommandContext): Promise<undefined> {
  const target = context.flags['forward-to'];
  if (typeof target === 'string' && !URL.canParse(target))
    throw new UsageError(`--forward-to "${target}" is not an address.`);
  const path = `/operator/webhooks/${encodeURIComponent(String(context.flags.webhook))}/requests`;
  let { cursor } = (await context.service.call('GET', path)) as { cursor: number };
  if (!context.json)
    context.print(
      `Listening. Everything that webhook ${context.flags.webhook} is sent from now on appears here.`,
    );
  for (;;) {
    const answer = (await context.service.call('GET', `${path}?after=${cursor}`)) as {
      requests: DeliveryRequest[];
      cursor: number;
    };
    for (const request of answer.requests)
      await show(context, request, typeof target === 'string' ? target : null);
    cursor = answer.cursor;
    if (answer.requests.length === 0) await sleep(pollMs);
  }
}

async function show(context: CommandContext, request: DeliveryRequest, target: string | null): Promise<void> {
  const status = target === null ? null : await forward(target, request);
  if (context.json) context.print(JSON.stringify({ ...request, forwarded: status }));
  else context.print(`${request.event}${status === null ? '' : ` → ${status}`}\n  ${request.body}`);
}

async function forward(target: string, { headers, body }: DeliveryRequest): Promise<number | string> {
  const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual' }).catch(
    (error: unknown) =>
      error instanceof Error
        ? error.cause instanceof Error
          ? error.cause.message
          : error.message
        : String(error),
  );
  return typeof response === 'string' ? response : response.status;
}
