import { settingEntries } from '@parley/protocol/avatar-settings';
import type { AvatarValues, AvatarWithSecrets } from './avatar.ts';

/** What makes up a brain, and the same of the second one. */
const counterparts = {
  brain: 'secondBrain',
  endpointUrl: 'secondEndpointUrl',
  endpointKey: 'secondEndpointKey',
  modelUrl: 'secondModelUrl',
  modelKey: 'secondModelKey',
  modelName: 'secondModelName',
  modelPrompt: 'secondModelPrompt',
} as const;
const pairs = Object.entries(counterparts);

const sections = new Set<string>(['second', 'secondEndpoint', 'secondModel', 'canary']);
const settings = new Set<string>(
  settingEntries.filter(({ setting }) => sections.has(setting.section)).map(({ name }) => name),
);
/** Whether these values begin a new trial of the second brain. Stopping it does not, so that its answers can still be compared. */
export const beginsTrial = (values: AvatarValues): boolean =>
  Object.entries(values).some(
    ([name, value]) =>
      settings.has(name) &&
      !(name === 'secondRole' && value === 'off') &&
      !(name === 'canaryShare' && value === 0),
  );

/** Whether the second brain has an address. */
export const hasSecondBrain = ({ avatar }: AvatarWithSecrets): boolean =>
  (avatar.secondBrain === 'model' ? avatar.secondModelUrl : avatar.secondEndpointUrl) !== null;

const valuesIn = ({ avatar, ...secrets }: AvatarWithSecrets): Readonly<Record<string, unknown>> => ({
  ...avatar,
  ...secrets,
});

/** The avatar as it is for a session that asks the second brain. */
export function withSecondBrain(found: AvatarWithSecrets): AvatarWithSecrets {
  const { secondEndpointKey: endpointKey, secondModelKey: modelKey, avatar } = found;
  return {
    ...found,
    endpointKey,
    modelKey,
    isCanary: true,
    avatar: {
      ...avatar,
      brain: avatar.secondBrain,
      endpointUrl: avatar.secondEndpointUrl,
      modelUrl: avatar.secondModelUrl,
      modelName: avatar.secondModelName,
      modelPrompt: avatar.secondModelPrompt,
    },
  };
}

/** The values that make the second brain the first, and the first the second. The second one rests then. */
export function swappedBrains(found: AvatarWithSecrets): AvatarValues {
  const now = valuesIn(found);
  const swapped = pairs.flatMap(([first, second]) => [
    [first, now[second]],
    [second, now[first]],
  ]);
  return { ...(Object.fromEntries(swapped) as AvatarValues), secondRole: 'off' };
}
