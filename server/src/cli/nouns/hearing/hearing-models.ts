import { InstallFailure } from '../../../pip-packages/index.ts';
import { type Command, type CommandContext, CommandFailure, command } from '../../command.ts';
import { textTable } from '../../table.ts';
import { requiredFlag, textFlag } from '../flag-values.ts';
import { pathOf, settingsOf } from '../voice/voice-settings.ts';

const loadHearing = () => import('../../../hearing/index.ts');

type RecogniserRow = {
  readonly id: string;
  readonly language: string;
  readonly kind: string;
  readonly words: string;
  readonly folder: string;
};

async function addModel(context: CommandContext): Promise<{ done: string }> {
  const { voiceFolder } = await settingsOf(context);
  const { flags, target } = context;
  const name = String(flags.name);
  const language = typeof flags.language === 'string' ? flags.language : 'en';
  const { addCustomRecogniser } = await loadHearing();
  const { testSentence } = await import('./test-sentence.ts');
  try {
    const test = await testSentence(voiceFolder, language);
    const source = pathOf(target, context);
    const { heard } = await addCustomRecogniser({
      voiceFolder,
      source,
      name,
      language,
      testSound: test.sound,
    });
    return {
      done: `The recogniser "own:${name}" is added. A simple voice said "${test.text}", and it heard "${heard}".`,
    };
  } catch (error) {
    if (!(error instanceof InstallFailure)) throw error;
    throw new CommandFailure(`Could not add the recogniser, because ${error.message}. ${error.advice}`);
  }
}

/** Removes a recogniser that was added. */
export async function removeModel(context: CommandContext): Promise<{ done: string }> {
  const { customRecognisers } = await loadHearing();
  const name = context.target.replace(/^own:/, '');
  if (!(await customRecognisers.remove((await settingsOf(context)).voiceFolder, name)))
    throw new CommandFailure(
      `There is no recogniser "own:${name}". "hearing list" shows those that were added.`,
    );
  return { done: `The recogniser "own:${name}" is removed.` };
}

async function listModels(context: CommandContext): Promise<{ items: RecogniserRow[] }> {
  const { customRecognisers } = await loadHearing();
  const items = customRecognisers.all((await settingsOf(context)).voiceFolder);
  return {
    items: items.map(({ name, language, kind, streams, folder }) => ({
      ...{ id: `own:${name}`, language, kind, folder },
      words: streams ? 'while the visitor speaks' : 'at pauses',
    })),
  };
}

export const hearingModelCommands: readonly Command[] = [
  command('hearing list', 'list the recognisers that were added to this machine', {
    flags: {},
    run: listModels,
    show: ({ items }: { items: readonly RecogniserRow[] }) =>
      textTable(
        { RECOGNISER: 'id', LANGUAGE: 'language', KIND: 'kind', WORDS: 'words', FOLDER: 'folder' },
        items,
      ),
  }),
  command(
    'hearing add-model FOLDER',
    'add a sherpa-onnx recogniser from a folder or an archive of this machine; see docs/ears.md',
    {
      flags: {
        name: requiredFlag('the name of the recogniser; avatars choose it as own:NAME'),
        language: textFlag('the language that it hears, such as de; the default is en'),
      },
      run: addModel,
      show: ({ done }: { done: string }) => done,
    },
  ),
];
