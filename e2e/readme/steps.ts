/** One thing the reader does: save a code block as a file, or type a command. */
export type Action =
  | { readonly kind: 'file'; readonly name: string; readonly content: string }
  | { readonly kind: 'command'; readonly line: string };

export type ReadmeStep = {
  readonly title: string;
  readonly text: string;
  readonly actions: readonly Action[];
};

/** The numbered steps of the README. A code block under "Save … as `NAME`" is a file, an `sh` block is a list of commands. */
export function readmeSteps(markdown: string): ReadmeStep[] {
  return [...markdown.matchAll(/^### \d+\. (.+)\n([\s\S]*?)(?=^##)/gm)].map(([, title = '', text = '']) => ({
    title,
    text,
    actions: actionsOf(text),
  }));
}

function actionsOf(text: string): Action[] {
  const actions: Action[] = [];
  let before = 0;
  for (const block of text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const [whole, language, content = ''] = block;
    const introduction = text.slice(before, block.index);
    before = block.index + whole.length;
    if (language === 'sh') {
      const lines = content.split('\n').filter((line) => line !== '');
      actions.push(...lines.map((line) => ({ kind: 'command' as const, line })));
      continue;
    }
    const name = /\bSave (?:it|this) as\s+`([^`]+)`/.exec(introduction)?.[1];
    if (name === undefined) throw new Error(`The README does not say where to save this:\n${content}`);
    actions.push({ kind: 'file', name, content });
  }
  return actions;
}
