import { avatarLanguages } from '@parley/protocol/avatar-settings';
import type { AnswerOf } from '@parley/protocol/management';
import type { CrowdPlan, CrowdReport, CrowdRun, Visit } from '../../rehearsal/index.ts';
import type { CommandContext } from '../command.ts';
import { textOf } from '../nouns/flag-values.ts';
import { whichAccount } from '../nouns/which-account.ts';
import { LiveVisit } from '../rehearse/live-visit.ts';

type Avatar = AnswerOf<'avatars.get'>;
type AvatarTarget = { readonly url: string; readonly avatar: Avatar };

export async function findAvatar(context: CommandContext, avatarId: string): Promise<AvatarTarget> {
  const { service } = context;
  const params = { account: await whichAccount(context), avatar: avatarId };
  return { url: await service.url(), avatar: await service.call('avatars.get', { params }) };
}

/** Everything that a crowd at this avatar puts under load. */
export const addressesOf = ({ url, avatar }: AvatarTarget): readonly string[] =>
  [url, avatar.endpointUrl, avatar.modelUrl, avatar.secondEndpointUrl, avatar.secondModelUrl].filter(
    (address) => typeof address === 'string' && address !== '',
  ) as string[];

/** A crowd of live sessions, each like that of a page. */
export async function crowdAvatar(
  plan: CrowdPlan,
  { url, avatar }: AvatarTarget,
  { flags }: CommandContext,
  run: CrowdRun,
): Promise<CrowdReport> {
  const { runCrowd } = await import('../../rehearsal/index.ts');
  const origin = textOf(flags.origin);
  const apologies = apologiesOf(avatar);
  const visit = (number: number) => {
    const userId = `parley-crowd-${number}`;
    const options = { url, avatarId: avatar.id, origin, userId, userName: 'Parley crowd' };
    return noticingApologies(new LiveVisit(options, [], noReasons), apologies);
  };
  const answerMs = 1000 * (avatar.chatTimeout + 5);
  return await runCrowd(plan, { subject: `avatar ${avatar.id} at ${url}`, visit, answerMs }, run);
}

/** Asking the service after each turn why it failed would be a load of its own. */
const noReasons = () => Promise.resolve(null);

const apologiesOf = ({ apology, fallbackReply }: Avatar): ReadonlySet<string> =>
  new Set(
    [apology, fallbackReply, ...Object.values(avatarLanguages).map((language) => language.apology)].filter(
      (text) => text !== '',
    ),
  );

/** A visitor learns of a failed turn only by the avatar's apology. */
const noticingApologies = (visit: Visit, apologies: ReadonlySet<string>): Visit => ({
  join: () => visit.join(),
  listen: (ms, until) => visit.listen(ms, until),
  comeBack: (awayMs) => visit.comeBack(awayMs),
  hangUp: () => visit.hangUp(),
  async say(text, interruptAfter) {
    const answer = await visit.say(text, interruptAfter);
    const problem = apologies.has(answer.words)
      ? 'The brain gave no answer, and the avatar apologised.'
      : null;
    return { ...answer, problem: answer.problem ?? problem };
  },
});
