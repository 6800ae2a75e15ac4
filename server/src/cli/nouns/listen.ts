import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, type Command, UsageError } from '../command.ts';

type Letter = { event: string; body: string; headers: Record<string, string> };

const pollMs = 500;

export const listenCommands: readonly Command[] = [
  {
    noun: 'listen',
    verb: '',
    about: 'print what a webhook is sent from now on, and pass it on to a local receiver; Ctrl-C ends it',
    flags: {
      webhook: { kind: 'text', about: 'the webhook’s id', required: true },
      'forward-to': { kind: 'text', about: 'address to pass everything on to' },
    },
    run: listen,
  },
];

async function listen(call: Call): Promise<undefined> {
  const target = call.flags['forward-to'];
  if (typeof target === 'string' && !URL.canParse(target))
    throw new UsageError(`--forward-to "${target}" is not an address.`);
  const path = `/operator/webhooks/${encodeURIComponent(String(call.flags.webhook))}/letters`;
  let { cursor } = (await call.service.call('GET', path)) as { cursor: number };
  if (!call.json)
    call.print(`Listening. What webhook ${call.flags.webhook} is sent from now on appears here.`);
  for (;;) {
    const answer = (await call.service.call('GET', `${path}?after=${cursor}`)) as {
      letters: Letter[];
      cursor: number;
    };
    for (const letter of answer.letters) await show(call, letter, typeof target === 'string' ? target : null);
    cursor = answer.cursor;
    if (answer.letters.length === 0) await sleep(pollMs);
  }
}

async function show(call: Call, letter: Letter, target: string | null): Promise<void> {
  const status = target === null ? null : await forward(target, letter);
  if (call.json) call.print(JSON.stringify({ ...letter, forwarded: status }));
  else call.print(`${letter.event}${status === null ? '' : ` → ${status}`}\n  ${letter.body}`);
}

async function forward(target: string, { headers, body }: Letter): Promise<number | string> {
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
