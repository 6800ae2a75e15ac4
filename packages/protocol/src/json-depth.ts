/** Far more than any message has. */
const maxDepth = 1_000;

const [quote, backslash, openBracket, openBrace, closeBracket, closeBrace] = [
  34, 92, 91, 123, 93, 125,
] as const;

/**
 * Whether a JSON text is nested too deeply to be parsed. Node 26 writes outside of its memory when a text of some 7,000
 * nested arrays or objects breaks off: a single message from a stranger ends the process.
 */
export function isTooDeep(text: string): boolean {
  if (text.length <= maxDepth) return false;
  // Searching is many times quicker than reading each character, and few texts have so many brackets.
  if (countUpTo(maxDepth, '[', text) + countUpTo(maxDepth, '{', text) <= maxDepth) return false;
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

function countUpTo(most: number, character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1 && count <= most; at = text.indexOf(character, at + 1))
    count += 1;
  return count;
}
