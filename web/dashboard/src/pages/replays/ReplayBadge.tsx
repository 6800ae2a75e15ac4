import type { Replay } from '@parley/protocol/management';
import { StatusBadge, type Tone } from '../../components/values/StatusBadge.tsx';
import { strings } from '../../strings/index.ts';

const tones: Readonly<Record<Replay['state'], Tone>> = {
  waiting: 'quiet',
  running: 'busy',
  done: 'good',
  stopped: 'quiet',
  failed: 'bad',
};

export const ReplayBadge = ({ state }: Pick<Replay, 'state'>) => (
  <StatusBadge tone={tones[state]}>{strings.replays.states[state]}</StatusBadge>
);
