import type { Log } from '../../../kernel/index.ts';
import { VoiceInstallFailure } from './install-failure.ts';
import { type InstallOptions, installNaturalVoice } from './install-voice.ts';
import { installedFiles } from './voice-folder.ts';
import { voiceSentence } from './voice-status.ts';

type Background = Omit<InstallOptions, 'signal'> & { readonly log: Log };

/** Installs the natural voice while the service starts. The service never waits for it or fails because of it. */
export function installInBackground({ log, ...options }: Background): AsyncDisposable {
  const stop = new AbortController();
  const install = async (): Promise<void> => {
    if (installedFiles(options.folder) !== null) return;
    try {
      if ((await installNaturalVoice({ ...options, signal: stop.signal })) === 'already there') return;
      log.info({ folder: options.folder }, 'the natural voice is installed');
      options.onProgress('The natural voice is installed. New sessions use it.');
    } catch (error) {
      if (stop.signal.aborted) return;
      if (!(error instanceof VoiceInstallFailure)) {
        log.error({ err: error }, 'could not install the natural voice');
        return;
      }
      log.warn({ reason: error.message }, 'could not install the natural voice');
      const { message: reason, advice } = error;
      options.onProgress(voiceSentence({ state: 'missing', reason, advice }));
    }
  };
  const settled = install();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await settled;
    },
  };
}
