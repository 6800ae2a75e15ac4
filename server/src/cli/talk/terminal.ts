import { clearLine, createInterface, cursorTo } from 'node:readline';
import type { LiveClient } from '@parley/client';
import { terminalText } from '../../kernel/index.ts';

export type Terminal = {
  /** Prints above the line that is being typed. */
  print(line: string): void;
  /** Passes on each typed line. Resolves at Ctrl-D, at Ctrl-C, or when the conversation has ended. */
  converse(say: (text: string) => void): Promise<void>;
  close(): void;
};

export function typeAtTerminal(client: LiveClient, input: NodeJS.ReadableStream): Terminal {
  const output = process.stdout;
  const lines = createInterface({ input, output, prompt: '> ' });
  let conversing = false;
  const closed = new Promise<void>((resolve) => lines.once('close', resolve));
  lines.on('SIGINT', () => lines.close());
  client.on('end', () => lines.close());
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
