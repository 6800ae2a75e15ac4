/** Far more than any message has. */
const maxDepth = 1_000;

const parse = JSON.parse;
const [quote, backslash, openBracket, openBrace, closeBracket, closeBrace] = [
  34, 92, 91, 123, 93, 125,
] as const;

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) isString = !isString;
    else if (isString) at += character === backslash ? 1 : 0;
    else if (character === openBracket || character === openBrace) depth += 1;
    else if (character === closeBracket || character === closeBrace) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/**
 * Node 26 writes outside of its memory when a text of some 7,000 nested arrays or objects breaks off: a single message
 * from a stranger ends the process. Libraries parse JSON, too, so the function itself is replaced.
 */
JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
  const written = typeof text === 'string' ? text : String(text);
  if (written.length > maxDepth && isTooDeep(written))
    throw new SyntaxError('The JSON is nested too deeply.');
  return parse(written, reviver);
};
