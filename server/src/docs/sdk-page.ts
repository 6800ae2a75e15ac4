import { readFileSync } from 'node:fs';

const folder = new URL('../../../packages/client/src/', import.meta.url);
const linesOf = (file: string): string[] => readFileSync(new URL(file, folder), 'utf8').split('\n');

type Member = { readonly signature: string; readonly about: string };

const intro = `# The SDK, method by method

[embedding.md](embedding.md) shows how to put an avatar on a page. This page lists every method and property of the objects that \`/sdk/parley.js\`,
\`/sdk/parley.mjs\` and the package \`@parley/client\` give you, with its signature and an example. A frame (\`Parley.frame(iframe)\`) has most of them; there each
returns a promise. In the examples \`builder\` is \`Parley.Builder()\`, \`avatar\` is what \`build\` returns, and \`page\` stands for your own page.
`;

/** docs/sdk.md, generated from the SDK and its examples. */
export function sdkPage(): string {
  const examples = linesOf('sdk/method-examples.ts');
  const half = examples.findIndex((line) => line.startsWith('export const avatarExamples'));
  return [
    intro,
    ...sections(examples.slice(0, half), membersOf(linesOf('sdk/builder.ts'))),
    ...sections(
      examples.slice(half),
      new Map([...membersOf(linesOf('emitter.ts')), ...membersOf(linesOf('sdk/parley.ts'))]),
    ),
  ].join('\n');
}

/** Public members of a class: their comment, and their first line as a signature. */
function membersOf(lines: readonly string[]): Map<string, Member> {
  const found = new Map<string, Member>();
  let about = '';
  for (const line of lines) {
    const comment = commentIn(line);
    const member = signatureIn(line);
    if (member !== null) found.set(member.name, { signature: member.signature, about });
    about = comment ?? '';
  }
  return found;
}

const commentIn = (line = ''): string | undefined => /^ {2}\/\*\* (.*) \*\/$/.exec(line)?.[1];

function signatureIn(line: string): { readonly name: string; readonly signature: string } | null {
  const [, kind = '', name = ''] = /^ {2}(get |async |readonly )?([a-z]\w*)/.exec(line) ?? [];
  const rest = line.slice(2 + kind.length + name.length).replace(/^ = /, '');
  if (name === '' || !/^[(<]/.test(rest)) return null;
  const arrow = rest.indexOf(' =>', rest.indexOf('): '));
  const head = rest.endsWith(' {') ? rest.slice(0, -2) : arrow === -1 ? null : rest.slice(0, arrow);
  if (head === null) return null;
  const signature = kind === 'get ' ? `${name}${head.replace('()', '')}` : name + head;
  return { name, signature: signature.replace(/VisitorInput\['\w+'\]/, 'string | null') };
}

/** A section for each example. The lines between the braces of its function are its code. */
function sections(examples: readonly string[], members: ReadonlyMap<string, Member>): string[] {
  const text: string[] = [];
  for (const [index, line] of examples.entries()) {
    const group = /^ {2}\/\/ (.*)$/.exec(line)?.[1];
    const name = /^ {2}(\w+): (?:async )?\(\w+\) => \{$/.exec(line)?.[1];
    if (group !== undefined) text.push(`## ${group}`, '');
    if (name === undefined) continue;
    const end = examples.indexOf('  },', index);
    const code = examples.slice(index + 1, end).map((each) => each.slice(4));
    const { signature = '', about: known = '' } = members.get(name) ?? {};
    const about = known === '' ? (commentIn(examples[index - 1]) ?? '') : known;
    if (about === '') throw new Error(`${name} has no comment in the SDK or above its example`);
    text.push(`### \`${name}\``, '', '```ts', signature, '```', '', about, '', '```js', ...code, '```', '');
  }
  return text;
}
