import { existsSync } from 'node:fs';
import { parleyCommand } from './install-failure.ts';
import { isLocked } from './install-lock.ts';
import { installedFiles, installedVersion, pathsIn, readJson } from './voice-folder.ts';

/** Whether the natural voice is installed, and if not, why. */
export type VoiceStatus =
  | { readonly state: 'installed'; readonly version: string }
  | { readonly state: 'installing' }
  | { readonly state: 'missing'; readonly reason: string; readonly advice: string };

const installNow = `Run "${parleyCommand} voice install" to install it.`;

/** `folder` is the folder of all voices; null if the service has none. */
export function voiceStatus(folder: string | null): VoiceStatus {
  if (folder === null)
    return {
      state: 'missing',
      reason: 'this process has no folder for voices',
      advice: 'Set VOICE_FOLDER to a folder in which the natural voice is installed.',
    };
  if (installedFiles(folder) !== null) return { state: 'installed', version: installedVersion };
  const { lock, problem, files } = pathsIn(folder);
  if (isLocked(lock)) return { state: 'installing' };
  if (existsSync(files))
    return { state: 'missing', reason: 'files of the natural voice are damaged', advice: installNow };
  const kept = readJson<{ reason: string; advice: string }>(problem);
  if (kept !== null) return { state: 'missing', ...kept };
  return { state: 'missing', reason: 'the natural voice is not installed', advice: installNow };
}

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
