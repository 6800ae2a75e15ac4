/**
 * The packaged flite is a command: each run loads the voices again, prints its times and exits. It contains all
 * functions with their names, but exports none of them. Adding exports to a copy in memory turns it into a library that
 * stays loaded, streams its sound, and knows which word each phone belongs to.
 */

const headerBytes = 8;
const customSection = 0;
const exportSection = 7;
const functionKind = 0;
const table = 1;
const functionNames = 1;

type Section = {
  readonly id: number;
  readonly start: number;
  readonly body: number;
  readonly end: number;
};

/** A copy of a module that also exports these functions, and its table as `table`. Debug sections are removed. */
export function withExports(bytes: Uint8Array, names: readonly string[]): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(bytes);
  const numbers = functionNumbers(bytes, sections);
  const added = names.map((name) => {
    const number = numbers.get(name);
    if (number === undefined) throw new Error(`the voice program has no function ${name}`);
    return [...text(name), functionKind, ...unsigned(number)];
  });
  added.push([...text('table'), table, 0]);
  const parts: Uint8Array[] = [bytes.subarray(0, headerBytes)];
  for (const section of sections) {
    if (section.id === customSection) continue;
    parts.push(
      section.id === exportSection
        ? extended(bytes, section, added)
        : bytes.subarray(section.start, section.end),
    );
  }
  return joined(parts);
}

function extended(bytes: Uint8Array, section: Section, added: readonly number[][]): Uint8Array {
  const reader = new Reader(bytes, section.body);
  const count = unsigned(reader.unsigned() + added.length);
  const known = bytes.subarray(reader.at, section.end);
  const more = added.flat();
  const head = [exportSection, ...unsigned(count.length + known.length + more.length), ...count];
  return joined([Uint8Array.from(head), known, Uint8Array.from(more)]);
}

function sectionsOf(bytes: Uint8Array): Section[] {
  const sections: Section[] = [];
  const reader = new Reader(bytes, headerBytes);
  while (reader.at < bytes.length) {
    const start = reader.at;
    const id = reader.byte();
    const length = reader.unsigned();
    sections.push({ id, start, body: reader.at, end: reader.at + length });
    reader.at += length;
  }
  return sections;
}

function functionNumbers(bytes: Uint8Array, sections: readonly Section[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const section of sections.filter(({ id }) => id === customSection)) {
    const reader = new Reader(bytes, section.body);
    if (reader.text() !== 'name') continue;
    while (reader.at < section.end) {
      const kind = reader.byte();
      const end = reader.unsigned() + reader.at;
      if (kind === functionNames) {
        for (let left = reader.unsigned(); left > 0; left -= 1) {
          const number = reader.unsigned();
          numbers.set(reader.text(), number);
        }
      }
      reader.at = end;
    }
  }
  return numbers;
}

class Reader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new Error('the voice program is cut off');
    this.at += 1;
    return byte;
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  text(): string {
    const length = this.unsigned();
    const from = this.at;
    this.at += length;
    return new TextDecoder().decode(this.#bytes.subarray(from, this.at));
  }
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  do {
    const byte = left & 127;
    left >>>= 7;
    bytes.push(left > 0 ? byte | 128 : byte);
  } while (left > 0);
  return bytes;
}

function text(name: string): number[] {
  const bytes = new TextEncoder().encode(name);
  return [...unsigned(bytes.length), ...bytes];
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
