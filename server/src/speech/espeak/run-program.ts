import { startProgram } from '../../processes/index.ts';
import { abortedFailure, SpeechFailure } from '../voice.ts';

export type ProgramRun = {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly limitMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/** Runs a program on a text and returns its output. It is killed on a timeout, on too much output, and on abort. */
export function runProgram({ program, args, input, limitMs, maxBytes, signal }: ProgramRun): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(abortedFailure());
      return;
    }
    const environment = { passOn: /^ESPEAK_DATA_PATH$/ };
    const child = startProgram(program, args, { stdio: ['pipe', 'pipe', 'ignore'], environment });
    const printed: Buffer[] = [];
    let bytes = 0;
    const fail = (failure: SpeechFailure) => {
      child.kill('SIGKILL');
      reject(failure);
    };
    const stop = () => fail(abortedFailure());
    const timer = setTimeout(() => fail(new SpeechFailure('timeout', 'The voice took too long.')), limitMs);
    signal.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) fail(new SpeechFailure('voice', 'The voice gave too much sound.'));
      else printed.push(chunk);
    });
    child.on('error', () => fail(new SpeechFailure('voice', 'Could not run the program of the voice.')));
    child.on('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (code === 0) resolve(Buffer.concat(printed));
      else reject(new SpeechFailure('voice', 'The program of the voice failed.'));
    });
    // A program that ends without reading its input breaks the pipe. Its exit code is more useful than this error.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
