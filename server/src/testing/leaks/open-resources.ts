import { createHook } from 'node:async_hooks';
import { readdirSync, readlinkSync } from 'node:fs';

/** An open resource, with a unique key and a description for people. */
export type OpenResource = {
  readonly key: string;
  /** Whether it belongs to the test runner or the runtime. */
  isForeign(): boolean;
  describe(): string;
};

/**
 * Node's names for the resources that a test could leave behind. TLS is missing, because Node reports its end only
 * after a garbage collection. The socket below it is watched.
 */
const watched = new Set([
  'Timeout',
  'TCPWRAP',
  'TCPSERVERWRAP',
  'PIPEWRAP',
  'PIPESERVERWRAP',
  'UDPWRAP',
  'PROCESSWRAP',
  'WORKER',
]);

/**
 * Resources of the test runner and of the runtime, which outlive a test file by design. `utcDate` is the text of the Date
 * header, which Node keeps for a second.
 */
const foreign =
  /node_modules\/(vitest|@vitest|tinypool|birpc|vite)\/|node:internal\/deps\/undici|utcDate \(node:internal\/http|testing\/guardian\.ts/;

type Creation = { readonly type: string; readonly trace: { stack?: string } };
type Watch = { readonly open: Map<number, Creation> };

/** All test files of a process share this, because the set-up file is evaluated again for each of them. */
const shared = globalThis as { parleyOpenResources?: Watch };

function startWatch(): Watch {
  const open: Watch['open'] = new Map();
  // A library that imports all of node:process opens standard input, once and for good.
  void process.stdin;
  createHook({
    init(id, type) {
      if (watched.has(type)) open.set(id, { type, trace: traceHere() });
    },
    destroy: (id) => open.delete(id),
    trackPromises: false,
  }).enable();
  return { open };
}

/**
 * Deep enough to show the code that requested the resource from the runtime or a library. The text is made when it is
 * read.
 */
function traceHere(): Creation['trace'] {
  const trace: Creation['trace'] = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 12;
  Error.captureStackTrace(trace, traceHere);
  Error.stackTraceLimit = stackTraceLimit;
  return trace;
}

/** Sockets, timers, processes and threads that Node knows, unreferenced ones too, and open descriptors. */
export const openResources = (): OpenResource[] => [...nodeResources(), ...descriptors()];

/** The same without descriptors, most of which belong to one of these. */
export function nodeResources(): OpenResource[] {
  shared.parleyOpenResources ??= startWatch();
  return [...shared.parleyOpenResources.open].map(([id, { type, trace }]) => ({
    key: `${type} ${id}`,
    isForeign: () => foreign.test(makerIn(trace.stack)),
    describe: () => `${type} made ${callerIn(trace.stack)}`,
  }));
}

/** One line for each kind, with its count. */
export function describeAll(resources: readonly OpenResource[]): string {
  const counts = Map.groupBy(resources, (resource) => resource.describe());
  const lines = [...counts].map(([what, { length }]) => (length === 1 ? what : `${length} × ${what}`));
  return lines.join('\n  ');
}

function descriptors(): OpenResource[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return [
        {
          key: `fd ${fd} ${target}`,
          isForeign: () => false,
          describe: () => `descriptor ${fd}: ${target}`,
        },
      ];
    } catch {
      // This is the descriptor that read the folder. It is closed again.
      return [];
    }
  });
}

const framesOf = (stack = ''): string[] =>
  stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at ') && !/async_hooks|AsyncHook/.test(line));

/** The code that requested the resource: the innermost line outside the runtime, and the runtime's lines before it. */
function makerIn(stack: string | undefined): string {
  const frames = framesOf(stack);
  const outside = frames.findIndex((frame) => !frame.includes('node:'));
  return frames.slice(0, outside + 1).join('\n');
}

/** The lines of the stack that lead to our code. */
function callerIn(stack: string | undefined): string {
  const frames = framesOf(stack);
  const ours = frames.filter((frame) => /\/(server|packages|bench|e2e|web)\//.test(frame));
  return (ours.length > 0 ? ours : frames).slice(0, 3).join(' ') || 'by the runtime';
}
