import {
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { UsageError } from '../command.ts';

/** Finds places in a file. */
export type FileLines = {
  readonly name: string;
  /** The line of a field such as `/avatars/0/greeting`, or of what contains it if it is not there. */
  lineOf(path: string): number | null;
};

/** What a YAML file contains, and where. */
export type YamlFile = FileLines & { readonly content: unknown };

/** Reads YAML. The content is checked later, when the placeholders are filled in. */
export function parseYaml(text: string, name: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ pos, message }) => {
      const { line, col } = lines.linePos(pos[0]);
      return `${name}, line ${line}, column ${col}: ${message}`;
    });
    throw new UsageError(faults.join('\n'));
  }
  try {
    const content: unknown = document.toJS() ?? {};
    // An alias of a list or a map that contains itself would never end.
    JSON.stringify(content);
    const lineOf = (path: string): number | null => {
      const offset = offsetOf(document, path.split('/').slice(1));
      return offset === null ? null : lines.linePos(offset).line;
    };
    return { name, content, lineOf };
  } catch {
    throw new UsageError(`${name}: an alias contains itself, or the aliases are too large.`);
  }
}

function offsetOf(document: Document, parts: readonly string[]): number | null {
  let node: unknown = document.contents;
  let offset: number | null = null;
  for (const part of parts) {
    if (isAlias(node)) node = node.resolve(document);
    let place: unknown;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === part);
      [place, node] = [pair?.key, pair?.value];
    } else {
      node = isSeq(node) ? node.items[Number(part)] : undefined;
      place = node;
    }
    offset = (place as Node | undefined)?.range?.[0] ?? offset;
  }
  return offset;
}

/** A line above the part of a file that the path names. */
export type YamlComment = { readonly path: readonly (string | number)[]; readonly text: string };

export function formatYaml(heading: string, content: unknown, comments: readonly YamlComment[] = []): string {
  const document = new Document(content, { aliasDuplicateObjects: false });
  for (const { path, text } of comments) {
    const node = document.getIn(path, true);
    if (isNode(node)) node.commentBefore = text;
  }
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && !isTidy(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return (
    heading + document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
  );
}

/** Other texts are quoted: written as a block, some of them would lose their blanks when read back. */
const isTidy = (text: string): boolean =>
  !text.startsWith('\n') &&
  text.split('\n').every((line) => line === line.trim() && !/[\p{Cc}\u2028\u2029\ufeff]/u.test(line));
