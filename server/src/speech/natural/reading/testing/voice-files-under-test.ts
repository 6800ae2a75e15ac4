import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { type VoiceFiles, voiceFilesIn } from '../../voice-files.ts';

const installed = fileURLToPath(new URL('../../../../../../data/voices/hibari/0.2.1', import.meta.url));

/** The files of the natural voice. Skips the test, with the reason, if they are not installed. */
export function voiceFilesUnderTest({ skip }: Pick<TestContext, 'skip'>): VoiceFiles {
  const folder = process.env.PARLEY_VOICE_FILES ?? installed;
  if (existsSync(`${folder}/tagger.json.gz`)) return voiceFilesIn(folder);
  return skip('the natural voice is not installed; PARLEY_VOICE_FILES can say where its files are');
}
