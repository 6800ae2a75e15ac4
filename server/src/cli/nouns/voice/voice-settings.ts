import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readService } from '../../../data-folder/index.ts';
import { parseSettings, type Settings, SettingsError } from '../../../settings/index.ts';
import { type CommandContext, CommandFailure } from '../../command.ts';

const projectFolder = fileURLToPath(new URL('../../../../..', import.meta.url));
const used = [
  'HOST',
  'BASE_URL',
  'VOICE_FOLDER',
  'VOICE_SOURCE',
  'OUTBOUND_PROXY',
  'ALLOWED_PRIVATE_NETWORKS',
];

export type VoiceSettings = Settings & { readonly voiceFolder: string };

/**
 * The settings that matter here. Other settings in the same environment may be incomplete. The folder of the voices is
 * the one that VOICE_FOLDER names, or that of the service which runs on the data folder.
 */
export async function settingsOf({
  env,
  dataDir,
}: Pick<CommandContext, 'env' | 'dataDir'>): Promise<VoiceSettings> {
  const given = Object.fromEntries(used.map((name) => [name, env[name]]));
  given.VOICE_FOLDER ||= (await readService(dataDir))?.voiceFolder ?? undefined;
  try {
    const settings = parseSettings({ ...given, DATA_DIR: dataDir }, projectFolder);
    return { ...settings, voiceFolder: settings.voiceFolder ?? join(dataDir, 'voices') };
  } catch (error) {
    throw error instanceof SettingsError ? new CommandFailure(error.complaints.join('\n')) : error;
  }
}

/** npm runs commands in the project folder. INIT_CWD is the folder in which npm was called. */
export const pathOf = (path: string, { env }: Pick<CommandContext, 'env'>): string =>
  isAbsolute(path) ? path : join(env.INIT_CWD ?? process.cwd(), path);
