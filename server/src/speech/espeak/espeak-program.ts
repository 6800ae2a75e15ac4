import { runProgram } from './run-program.ts';

export type EspeakVoice = {
  /** The program's name for it: a language, such as `de` or `en-gb`. */
  readonly name: string;
  readonly language: string;
  readonly gender: 'female' | 'male' | null;
  readonly about: string;
};

export type EspeakProgram = { readonly program: string; readonly voices: readonly EspeakVoice[] };

const answerLimitMs = 5_000;
const maxBytes = 1_048_576;

/** The program with its voices, if it is installed. Its licence does not allow us to bundle it. */
export async function findEspeak(program = 'espeak-ng'): Promise<EspeakProgram | null> {
  const signal = new AbortController().signal;
  try {
    const run = {
      program,
      args: ['--voices'],
      input: '',
      limitMs: answerLimitMs,
      maxBytes,
      signal,
    };
    const voices = readVoices((await runProgram(run)).toString('utf8'));
    return voices.length === 0 ? null : { program, voices };
  } catch {
    return null;
  }
}

/** Reads a table with the columns priority, language, age and gender, name, file. */
export function readVoices(table: string): EspeakVoice[] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [priority = '', language = '', gender = '', about = ''] = line.trim().split(/\s+/);
      if (!/^\d+$/.test(priority) || !isEspeakName(language)) return [];
      return [{ name: language, language, gender: genderOf(gender), about: about.replaceAll('_', ' ') }];
    });
}

/** Whether a name is a language, with an optional variant such as `+f3`. It cannot be a path or an option. */
export const isEspeakName = (name: string): boolean =>
  /^[a-z]{2,8}(?:-[a-z\d]{1,16}){0,4}(?:\+[a-z]{1,12}\d{0,2})?$/i.test(name);

function genderOf(column: string): EspeakVoice['gender'] {
  if (column.endsWith('F')) return 'female';
  return column.endsWith('M') ? 'male' : null;
}
