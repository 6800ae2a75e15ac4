import { existsSync } from 'node:fs';
import { InstallFailure } from '../../../pip-packages/index.ts';
import { type Command, type CommandContext, CommandFailure, command } from '../../command.ts';
import { textTable } from '../../table.ts';
import { requiredFlag, textFlag } from '../flag-values.ts';
import { type VoiceRow, voiceRows } from './voice-rows.ts';
import { pathOf, settingsOf, type VoiceSettings } from './voice-settings.ts';

/** Loaded at the first use, because no other command needs voices. */
const loadSpeech = () => import('../../../speech/index.ts');
const loadOutbound = () => import('../../../outbound/index.ts');

const looksLikeFile = (target: string): boolean => /[/\\]|\.whl$/i.test(target);
const isForLanguages = (target: string): boolean => target === 'languages' || target.endsWith('.tar.gz');

async function install(context: CommandContext): Promise<{ done: string }> {
  const { target } = context;
  const settings = await settingsOf(context);
  const speech = await loadSpeech();
  const progress = (text: string) => {
    if (!context.json) context.print(text);
  };
  try {
    const options = {
      folder: settings.voiceFolder,
      env: context.env,
      proxy: settings.OUTBOUND_PROXY,
      signal: new AbortController().signal,
      onProgress: progress,
    };
    if (isForLanguages(target)) {
      const wheel = target === 'languages' ? undefined : pathOf(target, context);
      const outcome = await speech.installPico({ ...options, wheel });
      return { done: `The voices for other languages are ${outcome}.` };
    }
    if (target === '' || looksLikeFile(target) || existsSync(pathOf(target, context))) {
      const outcome = await speech.installNaturalVoice({
        ...options,
        wheel: target === '' ? undefined : pathOf(target, context),
      });
      return { done: `The natural voice is ${outcome}. A running service uses it for new sessions.` };
    }
    const outcome = await installModel(settings, target, progress);
    return { done: `The voice "built-in:${target}" is ${outcome}.` };
  } catch (error) {
    if (!(error instanceof InstallFailure)) throw error;
    throw new CommandFailure(`Could not install the voice, because ${error.message}. ${error.advice}`);
  }
}

async function installModel(settings: VoiceSettings, name: string, onProgress: (text: string) => void) {
  const { createAddressPolicy, createOutbound } = await loadOutbound();
  const policy = createAddressPolicy({
    allowLoopback: settings.loopbackOnly,
    allowedNetworks: settings.ALLOWED_PRIVATE_NETWORKS,
    proxy: settings.OUTBOUND_PROXY,
  });
  await using outbound = createOutbound({ policy });
  const { installModelVoice } = await loadSpeech();
  const { voiceFolder: folder, VOICE_SOURCE: source } = settings;
  return await installModelVoice({ folder, name, source, outbound, onProgress });
}

async function status(context: CommandContext): Promise<{ voice: string }> {
  const { voiceSentence, voiceStatus } = await loadSpeech();
  return { voice: voiceSentence(voiceStatus((await settingsOf(context)).voiceFolder)) };
}

async function remove(context: CommandContext): Promise<{ done: string }> {
  const { voiceFolder } = await settingsOf(context);
  const { customVoiceModels, removeModelVoice, removeNaturalVoice, removePico } = await loadSpeech();
  const { target } = context;
  const isGone =
    target === ''
      ? await removeNaturalVoice(voiceFolder)
      : target === 'languages'
        ? await removePico(voiceFolder)
        : target.startsWith('own:')
          ? await customVoiceModels.remove(voiceFolder, target.slice('own:'.length))
          : await removeModelVoice(voiceFolder, target);
  if (!isGone) throw new CommandFailure(`There is nothing to remove. "voice list" shows what is installed.`);
  return { done: target === '' ? 'The natural voice is removed.' : `The voice "${target}" is removed.` };
}

async function addModel(context: CommandContext): Promise<{ done: string }> {
  const { voiceFolder } = await settingsOf(context);
  const { addCustomVoice } = await loadSpeech();
  const { flags, target } = context;
  const name = String(flags.name);
  const language = typeof flags.language === 'string' ? flags.language : 'en';
  try {
    const source = pathOf(target, context);
    const { speakers } = await addCustomVoice({ voiceFolder, source, name, language });
    const which =
      speakers > 1 ? ` It has ${speakers} speakers: own:${name}+0 to own:${name}+${speakers - 1}.` : '';
    return { done: `The voice "own:${name}" is added.${which}` };
  } catch (error) {
    if (!(error instanceof InstallFailure)) throw error;
    throw new CommandFailure(`Could not add the voice, because ${error.message}. ${error.advice}`);
  }
}

const showDone = ({ done }: { done: string }) => done;

export const voiceCommands: readonly Command[] = [
  command('voice', 'show which voice this machine has, and why', {
    flags: {},
    run: status,
    show: ({ voice }: { voice: string }) => voice,
  }),
  command('voice list', 'list the voices that are or can be installed on this machine', {
    flags: {},
    run: async (context) => ({
      ...(await status(context)),
      items: await voiceRows((await settingsOf(context)).voiceFolder),
    }),
    show: ({ voice, items }: { voice: string; items: readonly VoiceRow[] }) =>
      `${voice}\n\n${textTable({ VOICE: 'id', LANGUAGE: 'language', GENDER: 'gender', STATE: 'state', ABOUT: 'about' }, items)}`,
  }),
  command(
    'voice install [WHAT]',
    'install the natural voice with pip or from a file (a path), one of its further voices (a name), or "languages"',
    { flags: {}, run: install, show: showDone },
  ),
  command(
    'voice remove [NAME]',
    'remove the natural voice, one of its further voices, "languages", or an own model (own:NAME)',
    {
      flags: {},
      run: remove,
      show: showDone,
    },
  ),
  command(
    'voice add-model FOLDER',
    'add a Piper or Kokoro model from a folder or an archive of this machine; see docs/voices.md',
    {
      flags: {
        name: requiredFlag('the name of the voice; avatars choose it as own:NAME'),
        language: textFlag('the language that it speaks, such as de; the default is en'),
      },
      run: addModel,
      show: showDone,
    },
  ),
];
