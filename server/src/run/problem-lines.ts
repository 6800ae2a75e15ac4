import { terminalText } from '../kernel/index.ts';

const everyMs = 1_000;

/** Prints problems for the person at the terminal, at most one line a second, and then how many more there were. */
export function problemLines(print: (text: string) => void): (text: string) => void {
  let isWaiting = false;
  let more = 0;
  const open = (): void => {
    isWaiting = false;
    if (more === 0) return;
    print(`… and ${more} more like this.\n`);
    more = 0;
  };
  return (text) => {
    if (isWaiting) {
      more += 1;
      return;
    }
    isWaiting = true;
    setTimeout(open, everyMs).unref();
    print(`${terminalText(text)}\n`);
  };
}
