import { clearLine, createInterface, cursorTo } from 'node:readline';
import { terminalText } from '../../kernel/index.ts';

export type Terminal = {
  /** Prints above the line that is being typed. */
  print(line: string): void;
  /** Passes on each typed line. Resolves at Ctrl-D, at Ctrl-C, or when the conversation has ended. */
  converse(say: (text: string) => void): Promise<void>;
  close(): void;
};

/** `whenOver` gets the function that ends the typing. */
export function typeAtTerminal(
  input: NodeJS.ReadableStream,
  whenOver: (close: () => void) => void,
): Terminal {
  const output = process.stdout;
  const lines = createInterface({ input, output, prompt: '> ' });
  let conversing = false;
  const closed = new Promise<void>((resolve) => lines.once('close', resolve));
  lines.on('SIGINT', () => lines.close());
  whenOver(() => lines.close());
  return {
    print(line) {
      clearLine(output, 0);
      cursorTo(output, 0);
      output.write(`${terminalText(line)}\n`);
      if (conversing) lines.prompt(true);
    },
    async converse(say) {
      conversing = true;
      lines.on('line', (text) => {
        if (text.trim() !== '') say(text);
        lines.prompt();
      });
      lines.prompt();
      await closed;
      conversing = false;
    },
    close: () => lines.close(),
  };
}
