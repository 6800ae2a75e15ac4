/** Something could not be installed. The message is a reason that follows "because": no capital letter, no full stop. */
export class InstallFailure extends Error {
  override name = 'InstallFailure';
  /** What the operator can do about it, in whole sentences. */
  readonly advice: string;

  constructor(reason: string, advice: string, cause?: unknown) {
    super(reason, { cause });
    this.advice = advice;
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'the service may not write there',
  EPERM: 'the service may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
};

/** Turns a file system error into a failure that people understand. Other errors stay as they are. */
export function fileFailure(error: unknown, folder: string, tryAgain: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const problem = fileProblems[code];
  if (problem === undefined) return error;
  return new InstallFailure(
    `its files cannot be stored in ${folder}: ${problem}`,
    `Change that, or set VOICE_FOLDER to another folder. ${tryAgain}`,
    error,
  );
}
