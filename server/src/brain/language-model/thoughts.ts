/** Tags around the reasoning of models. A sign of either kind ends the search for `>`, so a text of openings is read once. */
const tag = /[<◁](\/?)(?:seed:)?(?:think|thinking|thought|reasoning)(?:\s[^<>◁▷]*)?[>▷]/i;
const names = ['think', 'thinking', 'thought', 'reasoning', 'seed:think'];
const beginnings = names.flatMap((name) => ['<', '</', '◁', '◁/'].map((sign) => sign + name));
const longestTag = 64;

/**
 * Removes a model's thoughts from its answer, piece by piece. With some servers an answer begins in the middle of a
 * thought, and only the thought's end is marked. Once a model has done so, its answers are held back until that mark
 * or, if there is none, until their end.
 */
export class Thoughts {
  /** `held`: the text may be a thought. `thinking`: it is a thought. */
  #state: 'held' | 'thinking' | 'speaking';
  #before = '';
  #rest = '';
  #found = false;
  #hasUnmatchedEnd = false;

  constructor(beginsWithThought: boolean) {
    this.#state = beginsWithThought ? 'held' : 'speaking';
  }

  /** Some of the text was a thought. */
  get found(): boolean {
    return this.#found;
  }

  /** The text had the end of a thought without its beginning. */
  get hasUnmatchedEnd(): boolean {
    return this.#hasUnmatchedEnd;
  }

  /** Returns what can be spoken now. */
  push(text: string): string {
    let rest = this.#rest + text;
    let spoken = '';
    for (let found = tag.exec(rest); found !== null; found = tag.exec(rest)) {
      spoken += this.#take(rest.slice(0, found.index));
      rest = rest.slice(found.index + found[0].length);
      if (found[0].charAt(found[0].length - 2) === '/') continue;
      const isEnd = found[1] === '/';
      // An end without a beginning: text before it that has not been spoken yet belongs to the thought.
      if (isEnd && this.#state === 'speaking') spoken = '';
      spoken += this.#change(isEnd);
    }
    const from = startOfTag(rest);
    this.#rest = rest.slice(from);
    return spoken + this.#take(rest.slice(0, from));
  }

  /** Returns the text that is left at the end of the answer. A thought without an end is not spoken. */
  flush(): string {
    const spoken = this.#state === 'thinking' ? '' : this.#before + this.#rest;
    this.#before = '';
    this.#rest = '';
    return spoken;
  }

  #take(text: string): string {
    if (this.#state === 'held') this.#before += text;
    return this.#state === 'speaking' ? text : '';
  }

  #change(isEnd: boolean): string {
    const wasHeld = this.#state === 'held';
    const before = this.#before;
    this.#before = '';
    this.#found = true;
    if (isEnd && this.#state !== 'thinking') this.#hasUnmatchedEnd = true;
    this.#state = isEnd ? 'speaking' : 'thinking';
    return wasHeld && !isEnd ? before : '';
  }
}

/** Where an incomplete tag begins at the end of the text. */
function startOfTag(text: string): number {
  const at = Math.max(text.lastIndexOf('<'), text.lastIndexOf('◁'));
  if (at === -1 || text.length - at > longestTag) return text.length;
  const partial = text.slice(at).toLowerCase();
  const isTag = beginnings.some(
    (beginning) =>
      beginning.startsWith(partial) ||
      (partial.startsWith(beginning) && /^\s[^<>◁▷]*$/.test(partial.slice(beginning.length))),
  );
  return isTag ? at : text.length;
}

/** A whole answer without the thoughts in it. */
export function withoutThoughts(text: string): { readonly text: string; readonly hadThoughts: boolean } {
  const thoughts = new Thoughts(true);
  const spoken = thoughts.push(text) + thoughts.flush();
  return { text: thoughts.found ? spoken.trimStart() : spoken, hadThoughts: thoughts.found };
}
