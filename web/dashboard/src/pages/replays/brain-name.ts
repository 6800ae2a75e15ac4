import type { Replay } from '@parley/protocol/management';

/** The brain that a replay tries, in a few words. */
export const brainName = ({ brain, url, modelName }: Pick<Replay, 'brain' | 'url' | 'modelName'>): string =>
  brain === 'model' ? modelName : (URL.parse(url)?.host ?? url);
