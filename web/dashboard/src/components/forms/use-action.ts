import type { AnswerOf, CallName, Params, QueryOf } from '../../api/call.ts';
import { useApiMutation } from '../../api/queries.ts';
import { notifyError, notifySuccess } from '../page/notifications.ts';

export type ActionOptions<N extends CallName> = {
  params?: Params;
  query?: QueryOf<N>;
  invalidates?: readonly CallName[];
  /** What to tell the person afterwards. */
  done?: string | ((answer: AnswerOf<N>) => string);
  onDone?: (answer: AnswerOf<N>) => void;
};

/** A change that needs no form. Its success or failure is shown as a notification. */
export function useAction<N extends CallName>(name: N, { done, onDone, ...options }: ActionOptions<N>) {
  return useApiMutation(name, {
    ...options,
    onSuccess: (answer) => {
      if (done !== undefined) notifySuccess(typeof done === 'string' ? done : done(answer));
      onDone?.(answer);
    },
    onError: notifyError,
  });
}
