import { holdToTalk, type TurnState } from '@parley/client/sdk';
import { type RefCallback, useEffect, useState } from 'react';
import { useLatestEvent } from './use-event-state.ts';
import { useParley } from './use-parley.ts';

export type PushToTalkControl = {
  /** What has happened to the latest turn. Null before the first one. */
  readonly state: TurnState | null;
  /** True while the visitor holds the button. */
  readonly holding: boolean;
  /** The ref of a button that is held by mouse, touch or key. Leaving it cancels. */
  readonly buttonRef: RefCallback<HTMLElement>;
  /** Asks for the microphone and loads what listening needs. */
  prepare(): Promise<boolean>;
  /** For a control of your own. Resolves to true when it listens. */
  start(): Promise<boolean>;
  /** Resolves to true when the words were sent. */
  end(): Promise<boolean>;
  cancel(): boolean;
};

const noTurn = Promise.resolve(false);

export function usePushToTalk(): PushToTalkControl {
  const parley = useParley();
  const state = useLatestEvent('turn-update', null as TurnState | null, (latest) => latest);
  const [button, setButton] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (parley !== null && button !== null) return holdToTalk(button, parley);
  }, [parley, button]);
  return {
    state,
    holding: state === 'started',
    buttonRef: setButton,
    prepare: () => parley?.prepareTurns() ?? noTurn,
    start: () => parley?.startTurn() ?? noTurn,
    end: () => parley?.endTurn() ?? noTurn,
    cancel: () => parley?.cancelTurn() ?? false,
  };
}
