import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { ManagementApiError, type Params } from '@parley/protocol/management/client';
import { type Service, ServiceError } from '../../service.ts';
import { typeAtTerminal } from '../../talk/terminal.ts';
import { type Followed, followPrinter, followSession } from './follow-session.ts';

export type TakeOverDeps = {
  readonly service: Pick<Service, 'call' | 'stream'>;
  readonly params: Params;
  readonly cut: boolean;
  readonly json: boolean;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  print(line: string): void;
};

const typingEveryMs = 3_000;
/** How long the words that are still waiting may take before the session is handed back anyway. */
const wordsWithinMs = 60_000;

/**
 * Takes a session over and says each line of the input. `/release` or the end of the input hands it back, after all
 * words were said. The stream stays open all the time, because it shows the service that the person is there.
 */
export async function takeOver({ service, params, cut, json, input, print }: TakeOverDeps): Promise<void> {
  const over = new AbortController();
  const isAtTerminal = input.isTTY === true;
  const terminal = isAtTerminal
    ? typeAtTerminal(input, (close) => over.signal.addEventListener('abort', close))
    : null;
  const write = terminal?.print ?? print;
  const show = followPrinter(json, write);
  const turn = new Turn();
  const following = (async () => {
    for await (const followed of followSession(service, params, over.signal)) {
      show(followed);
      if (turn.handle(followed) === 'over') over.abort();
    }
  })();
  // It is awaited below. Until then a failure must not be unhandled.
  following.catch(() => over.abort());
  const say = async (text: string): Promise<void> => {
    turn.waiting += 1;
    const body = { id: randomUUID(), text };
    await service.call('sessions.say', { params, body }).catch((error: unknown) => {
      turn.waiting -= 1;
      // The service may be back before the next line.
      const isAnswer = error instanceof ManagementApiError || error instanceof ServiceError;
      if (!isAnswer) throw error;
      write(`(refused: ${error.message})`);
    });
  };
  try {
    await service.call('sessions.take', { params, body: { cut } });
    if (!json) write('(you answer now: each line is said; "/release" hands the session back)');
    if (terminal === null) for await (const line of linesOf(input, over.signal)) await say(line);
    else {
      const stopReporting = reportTyping(input, () =>
        service.call('sessions.typing', { params }).catch(() => undefined),
      );
      await terminal.converse((line) => (line.trim() === '/release' ? terminal.close() : void say(line)));
      stopReporting();
    }
    await turn.allSaid(over.signal, wordsWithinMs);
    if (!over.signal.aborted) {
      await service.call('sessions.release', { params });
      if (!json) write('(handed back: the brain answers again)');
    }
  } finally {
    terminal?.close();
    over.abort();
    await following;
  }
}

/** Whether the session is still taken over, and how many words wait to be said. */
class Turn {
  waiting = 0;
  #owner: string | null = null;
  #done = () => {};

  handle(followed: Followed): 'over' | 'going on' {
    if (followed.kind === 'lost') return 'going on';
    if (followed.kind === 'end') return 'over';
    const { entries, missed, now } = followed.answer;
    const said = entries.filter((entry) => entry.kind === 'said' && entry.by === 'person').length;
    this.waiting = missed ? 0 : Math.max(0, this.waiting - said);
    if (this.waiting === 0) this.#done();
    if (this.#owner !== null && now.person?.id !== this.#owner) return 'over';
    this.#owner = now.person?.id ?? null;
    return 'going on';
  }

  async allSaid(signal: AbortSignal, withinMs: number): Promise<void> {
    if (this.waiting === 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#done = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', this.#done, { once: true });
    });
  }
}

async function* linesOf(input: NodeJS.ReadableStream, signal: AbortSignal): AsyncGenerator<string> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  signal.addEventListener('abort', () => lines.close());
  for await (const line of lines) {
    if (line.trim() === '/release') return;
    if (line.trim() !== '') yield line;
  }
}

/** Tells that the person types, at most every three seconds. Returns what stops it. */
function reportTyping(input: NodeJS.ReadableStream, report: () => void): () => void {
  let lastReportMs = 0;
  const listen = () => {
    if (performance.now() - lastReportMs < typingEveryMs) return;
    lastReportMs = performance.now();
    report();
  };
  input.on('keypress', listen);
  return () => input.off('keypress', listen);
}
