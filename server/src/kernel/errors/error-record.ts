/** What the log shows of an error. */
export type ErrorRecord = {
  readonly type: string;
  readonly stack?: readonly string[];
  readonly cause?: ErrorRecord;
  readonly [fact: string]: unknown;
};

/** Names and codes that an error has. None of them contains text that a person wrote. */
const facts = [
  'code',
  'errno',
  'syscall',
  'stage',
  'status',
  'responseCode',
  'severity',
  'routine',
  'table_name',
  'column_name',
  'constraint_name',
];
const maxFrames = 20;
const maxCauses = 5;

/**
 * An error for the log: its class, its codes and where it happened, but not its message. Messages repeat the data: a
 * JSON parser quotes the text, PostgreSQL the row, and a provider may quote anything.
 */
export function errorRecord(error: unknown, depth = 0): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeof error };
  const carried = error as unknown as Record<string, unknown>;
  return {
    type: error.constructor.name,
    ...Object.fromEntries(facts.flatMap((name) => (isFact(carried[name]) ? [[name, carried[name]]] : []))),
    stack: framesOf(error),
    ...(error.cause === undefined || depth === maxCauses
      ? {}
      : { cause: errorRecord(error.cause, depth + 1) }),
  };
}

/** A code is a short word. */
const isFact = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value));

/** The lines of the stack without the message, which may have several lines itself. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message) + message.length;
  return stack
    .slice(start)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim());
}
