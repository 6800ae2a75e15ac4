import { frameMethods } from '@parley/client/sdk/frame';

const maxHints = 10;
const shownHints = new Set<string>();

/** Logs a hint for the developer of the embedding page about a message this page did not understand. Each hint once. */
export function warnOnce(problem: string): void {
  if (shownHints.has(problem) || shownHints.size >= maxHints) return;
  shownHints.add(problem);
  console.warn(
    `Parley: ${problem} Use Parley.frame(iframe) from /sdk/parley.js, or post ` +
      `{source: 'parley-parent', type: 'call', id: 1, method: 'connect', args: []} to the frame. ` +
      `The methods are ${frameMethods.join(', ')}.`,
  );
}

/**
 * The command in a message of the embedding page that is not for this bridge; null if it does not look like one.
 * Extensions and developer tools also post messages, but with a source of their own.
 */
export function foreignCommand(data: unknown): string | null {
  if (typeof data === 'string') return /^[\w:-]{3,60}$/.test(data) ? data : null;
  if (typeof data !== 'object' || data === null || 'source' in data) return null;
  const { type, command, method, action, eventName, name } = data as Readonly<Record<string, unknown>>;
  const found = [type, command, method, action, eventName, name].find((each) => typeof each === 'string');
  return typeof found === 'string' ? found.slice(0, 60) : null;
}
