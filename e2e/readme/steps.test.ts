import { expect, it } from 'vitest';
import { readmeSteps } from './steps.ts';

const fence = '```';

it('reads the numbered steps: files to save, and commands to type', () => {
  const text = `# P\n### 1. Start\n${fence}sh\nnpm start\n${fence}\n### 2. Answer\nSave it as\n\`a.mjs\`:\n${fence}js\nlet a;\n${fence}\nRun it:\n
${fence}sh\nnode a.mjs\nnpm run x\n${fence}\n## Next\n${fence}sh\nrm\n${fence}\n`;
  expect(readmeSteps(text).map(({ title, actions }) => [title, actions])).toEqual([
    ['Start', [{ kind: 'command', line: 'npm start' }]],
    [
      'Answer',
      [
        { kind: 'file', name: 'a.mjs', content: 'let a;\n' },
        { kind: 'command', line: 'node a.mjs' },
        { kind: 'command', line: 'npm run x' },
      ],
    ],
  ]);
});

it('rejects a code block without a file name', () => {
  expect(() => readmeSteps(`### 1. Start\nLook:\n${fence}js\nlet a;\n${fence}\n## Next\n`)).toThrow(
    'does not say where to save this',
  );
});
