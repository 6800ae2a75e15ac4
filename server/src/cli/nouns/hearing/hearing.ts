import { InstallFailure } from '../../../pip-packages/index.ts';
import { type Command, type CommandContext, CommandFailure, command } from '../../command.ts';
import { pathOf, settingsOf } from '../voice/voice-settings.ts';
import { hearingModelCommands, removeModel } from './hearing-models.ts';

/** Loaded at the first use, because no other command needs it. */
const loadHearing = () => import('../../../hearing/index.ts');

async function install(context: CommandContext): Promise<{ done: string }> {
  const { voiceFolder, OUTBOUND_PROXY: proxy } = await settingsOf(context);
  const { installTurnModel } = await loadHearing();
  try {
    const outcome = await installTurnModel({
      ...{ folder: voiceFolder, proxy, env: context.env },
      wheel: context.target === '' ? undefined : pathOf(context.target, context),
      signal: new AbortController().signal,
      onProgress(text) {
        if (!context.json) context.print(text);
      },
    });
    return { done: `The turn model is ${outcome}. A running service uses it for new sessions.` };
  } catch (error) {
    if (!(error instanceof InstallFailure)) throw error;
    throw new CommandFailure(`Could not install the turn model, because ${error.message}. ${error.advice}`);
  }
}

async function remove(context: CommandContext): Promise<{ done: string }> {
  const { removeTurnModel } = await loadHearing();
  if (!(await removeTurnModel((await settingsOf(context)).voiceFolder)))
    throw new CommandFailure('There is nothing to remove: the turn model is not installed.');
  return { done: 'The turn model is removed.' };
}

const showDone = ({ done }: { done: string }) => done;

export const hearingCommands: readonly Command[] = [
  command('hearing', 'show whether this machine knows when a visitor is done, and why', {
    flags: {},
    run: async (context) => {
      const { turnModelSentence, turnModelStatus } = await loadHearing();
      return { hearing: turnModelSentence(turnModelStatus((await settingsOf(context)).voiceFolder)) };
    },
    show: ({ hearing }: { hearing: string }) => hearing,
  }),
  command('hearing install [FILE]', 'install the turn model with pip, or from a wheel on this machine', {
    flags: {},
    run: install,
    show: showDone,
  }),
  command('hearing remove [NAME]', 'remove the turn model, or a recogniser that was added (own:NAME)', {
    flags: {},
    run: (context) => (context.target === '' ? remove(context) : removeModel(context)),
    show: showDone,
  }),
  ...hearingModelCommands,
];
