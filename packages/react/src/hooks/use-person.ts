import { useEventState } from './use-event-state.ts';
import { useParley } from './use-parley.ts';

export type PersonControl = {
  /** True while a person answers in place of the avatar. */
  readonly answering: boolean;
  /** Asks for a person. Returns false if there is no call. */
  request(reason?: string): boolean;
};

/** Whether a person answers, and a way to ask for one. */
export function usePerson(): PersonControl {
  const parley = useParley();
  const answering = useEventState(['person-update'], (parley) => parley.isPersonAnswering(), false);
  return { answering, request: (reason) => parley?.requestPerson(reason) ?? false };
}
