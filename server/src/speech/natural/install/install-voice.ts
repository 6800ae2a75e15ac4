import type { Log } from '../../../kernel/index.ts';
import {
  type FilePin,
  installInBackground as inBackground,
  installPackage,
  type InstallOptions as PackageOptions,
  removePackage,
} from '../../../pip-packages/index.ts';
import { hibariPackage } from './hibari-package.ts';
import { voiceSentence } from './voice-status.ts';

export type InstallOptions = Omit<PackageOptions, 'wanted'> & {
  /** Tests use a small wheel of their own. */
  readonly pin?: FilePin | undefined;
};

/** Installs the natural voice if it is missing. Throws an InstallFailure and stores it, to show the reason. */
export const installNaturalVoice = ({ pin, ...options }: InstallOptions) =>
  installPackage({ ...options, wanted: { ...hibariPackage, ...pin } });

/** Installs the natural voice while the service starts. */
export const installInBackground = ({
  pin,
  ...options
}: Omit<InstallOptions, 'signal'> & { readonly log: Log }): AsyncDisposable =>
  inBackground({
    ...options,
    wanted: { ...hibariPackage, ...pin },
    installed: 'The natural voice is installed. New sessions use it.',
    missing: ({ message: reason, advice }) => voiceSentence({ state: 'missing', reason, advice }),
  });

/** Removes the natural voice with all its models. False if it was not installed. */
export const removeNaturalVoice = (folder: string): Promise<boolean> => removePackage(folder, hibariPackage);
