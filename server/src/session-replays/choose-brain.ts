import type { NewReplay } from '@parley/protocol/management';
import type { Avatars } from '../avatars/index.ts';
import type { Queries } from '../db/index.ts';
import { invalid, webAddress } from '../kernel/index.ts';
import type { OtherBrain } from './replay.ts';

export type ChooseBrainDeps = {
  readonly avatars: Pick<Avatars, 'withSecretsIn'>;
  /** What is wrong with an address that an account gives; null if nothing is. */
  addressProblem(url: string): string | null;
};

const usualHistory = 20;

/**
 * The brain that a request names. For a model, what the request leaves out comes from the avatar; its key goes to its own
 * address alone.
 */
export async function chooseBrain(
  { avatars, addressProblem }: ChooseBrainDeps,
  tx: Queries,
  input: NewReplay,
  avatarIds: readonly number[],
): Promise<OtherBrain> {
  const { endpointUrl, endpointKey, modelName, modelUrl, modelKey, modelPrompt } = input;
  if ((endpointUrl === undefined) === (modelName === undefined))
    throw invalid('Give either endpointUrl or modelName: the brain to try.', 'endpointUrl');
  const checked = (field: 'endpointUrl' | 'modelUrl', text: string): string => {
    const url = webAddress(field === 'endpointUrl' ? 'endpoint' : 'model', text);
    const problem = addressProblem(url);
    if (problem !== null) throw invalid(problem, field);
    return url;
  };
  if (endpointUrl !== undefined) {
    const url = checked('endpointUrl', endpointUrl);
    const key = checkedKey('endpointKey', endpointKey);
    return { brain: 'endpoint', url, key, modelName: '', modelPrompt: '', modelHistory: 0 };
  }
  const [only, ...others] = avatarIds;
  const found = only === undefined || others.length > 0 ? null : await avatars.withSecretsIn(tx, only);
  const own = found?.avatar.modelUrl ?? null;
  const url = modelUrl === undefined ? own : checked('modelUrl', modelUrl);
  if (url === null)
    throw invalid('Give modelUrl as well: the sessions are not of one avatar with a model.', 'modelUrl');
  const given = checkedKey('modelKey', modelKey);
  return {
    brain: 'model',
    url,
    key: given ?? (url === own ? (found?.modelKey ?? null) : null),
    modelName: modelName ?? '',
    modelPrompt: modelPrompt ?? found?.avatar.modelPrompt ?? '',
    modelHistory: found?.avatar.modelHistory ?? usualHistory,
  };
}

function checkedKey(field: string, key: string | undefined): string | null {
  if (key === undefined || key === '') return null;
  if (!/^[\x21-\x7e]+$/.test(key))
    throw invalid('A key must have visible ASCII characters only, because it is sent in a header.', field);
  return key;
}
