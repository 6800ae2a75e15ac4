import { type PackageStatus, packageStatus } from '../../../pip-packages/index.ts';
import { hibariPackage } from './hibari-package.ts';

/** Whether the natural voice is installed, and if not, why. */
export type VoiceStatus = PackageStatus;

/** `folder` is the folder of all voices; null if the service has none. */
export const voiceStatus = (folder: string | null): VoiceStatus => packageStatus(folder, hibariPackage);

/** One plain sentence for start message, command line and dashboard, with advice if the voice is missing. */
export function voiceSentence(status: VoiceStatus): string {
  switch (status.state) {
    case 'installed':
      return `The natural voice is installed (${status.version}).`;
    case 'installing':
      return 'The natural voice is being fetched. The simple voice (flite) speaks until it is there.';
    case 'missing':
      return `The simple voice (flite) speaks, because ${status.reason}. ${status.advice}`;
  }
}
