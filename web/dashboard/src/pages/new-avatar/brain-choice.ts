import { strings } from '../../strings/index.ts';
import type { AvatarValues } from '../avatar/avatar-form.ts';

const text = strings.newAvatar.brain;

export type BrainChoice = 'endpoint' | 'model' | 'later';

/** The current choice in the form. An avatar without an address is undecided. */
export const brainChoiceOf = ({
  brain,
  endpointUrl,
}: Pick<AvatarValues, 'brain' | 'endpointUrl'>): BrainChoice =>
  brain === 'model' ? 'model' : endpointUrl === '' ? 'later' : 'endpoint';

/** The settings that each choice asks for. */
export const settingsOfBrain = {
  endpoint: ['endpointUrl', 'endpointKey'],
  model: ['modelUrl', 'modelKey', 'modelName', 'modelPrompt'],
  later: [],
} as const;

type BrainAddresses = Pick<AvatarValues, 'endpointUrl' | 'modelUrl' | 'modelName'>;

/** The first field that a choice needs and that is empty. */
export function missingOfBrain(
  choice: BrainChoice,
  { endpointUrl, modelUrl, modelName }: BrainAddresses,
): { field: keyof BrainAddresses; problem: string } | null {
  const isEmpty = (value: string): boolean => value.trim() === '';
  if (choice === 'endpoint' && isEmpty(endpointUrl)) return { field: 'endpointUrl', problem: text.noUrl };
  if (choice === 'model' && isEmpty(modelUrl)) return { field: 'modelUrl', problem: text.noModelUrl };
  if (choice === 'model' && isEmpty(modelName)) return { field: 'modelName', problem: text.noModelName };
  return null;
}
