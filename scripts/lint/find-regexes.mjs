import { parseSync, Visitor } from 'vite';

const excuse = /^[\s*]*slow-regex: *(\S.*)$/m;

/**
 * The regexes of a file. `text` is null if it is built from parts while the program runs. `reason` is the comment `slow-regex: …` of its statement: why a slow regex does no harm there.
 */
export const findRegexes = (file, source) => {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const reasons = comments.flatMap(({ value, end }) => {
    const [, reason] = excuse.exec(value) ?? [];
    return reason === undefined ? [] : [{ line: lineAt(source, end), reason, usedIn: null }];
  });
  const found = [];
  const add = (node, text) => {
    const line = lineAt(source, node.start);
    const excused = reasons.find(
      (each) => each.line <= line && line <= each.line + 2 && (each.usedIn ?? line) === line,
    );
    if (excused !== undefined) excused.usedIn = line;
    found.push({ file, line, text, reason: excused?.reason ?? null });
  };
  const addCall = (node) => {
    const [pattern, flags] = node.arguments;
    if (node.callee.name !== 'RegExp' || pattern?.regex !== undefined) return;
    const isFixed =
      typeof pattern?.value === 'string' && (flags === undefined || typeof flags.value === 'string');
    add(node, isFixed ? `/${pattern.value}/${flags?.value ?? ''}` : null);
  };
  new Visitor({
    Literal: (node) => {
      if (node.regex !== undefined) add(node, `/${node.regex.pattern}/${node.regex.flags}`);
    },
    NewExpression: addCall,
    CallExpression: addCall,
  }).visit(program);
  const unused = reasons.filter(({ usedIn }) => usedIn === null).map(({ line }) => ({ file, line }));
  return { found, unused };
};

const lineAt = (source, offset) => source.slice(0, offset).split('\n').length;
