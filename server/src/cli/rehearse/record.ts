import { shortLine } from '@parley/protocol';
import type { SessionDetail } from '@parley/protocol/management';
import type { ScriptFile } from '../../rehearsal/index.ts';
import { CommandFailure } from '../command.ts';
import { formatYaml } from '../yaml/yaml-file.ts';

type Step = ScriptFile['conversations'][number]['steps'][number];
/** One step, and what the avatar answered then. */
type Recorded = { readonly step: Step; readonly answer: string | null };

const shownCharacters = 300;
const callbackWithin = '30s';

/**
 * A script with the visitor's side of a stored session. The answers become comments, because another brain may use other
 * words; what is expected is that there are some.
 */
export function recordedScript(session: SessionDetail): string {
  const { id, user } = session;
  const recorded = recordedSteps(session);
  if (recorded.length === 0)
    throw new CommandFailure(
      session.forgotten
        ? 'The words of this session were deleted with the visitor’s data.'
        : 'The visitor of this session said nothing, or its words are not stored.',
    );
  const script: ScriptFile = {
    conversations: [
      {
        name: `Session ${id}`,
        visitor: { id: user.id, name: user.name },
        steps: recorded.map(({ step }) => step),
      },
    ],
  };
  const heading = `# The visitor's side of session ${id}, for "parley rehearse". The comments are the answers of that time.
# Write what you expect of each answer, such as "contains: [a few words]".
`;
  const comments = recorded.flatMap(({ answer }, index) =>
    answer === null
      ? []
      : [{ path: ['conversations', 0, 'steps', index], text: ` ${shortLine(answer, shownCharacters)}` }],
  );
  return formatYaml(heading, script, comments);
}

function recordedSteps({ turns, gateway, transcript }: SessionDetail): Recorded[] {
  const chats = new Map(
    gateway.flatMap((request) => (request.turn === null ? [] : [[request.turn, request]])),
  );
  if (chats.size === 0)
    return transcript
      .filter(({ speaker, source }) => speaker === 'user' && source !== 'page')
      .map(({ message }) => ({ step: { say: message, expect: { empty: false } }, answer: null }));
  return turns.flatMap(({ number, kind, heard }): Recorded[] => {
    if (kind === 'callback') return [{ step: { callback: callbackWithin }, answer: null }];
    const { message = null, reply = null } = chats.get(number) ?? {};
    if (message === null) return [];
    const words = heard === null ? 0 : heard.split(' ').filter((word) => word !== '').length;
    const cut = words > 0 ? { interruptAfter: words } : {};
    const expect = reply === null ? {} : { expect: { empty: false } };
    return [{ step: { say: message, ...cut, ...expect }, answer: reply }];
  });
}
