import { type UseFormInput, useForm } from '@mantine/form';
import type { AnswerOf, BodyOf, CallName, Params } from '../../api/call.ts';
import { useApiMutation } from '../../api/queries.ts';
import { useSubmitError } from './use-submit-error.ts';

/** A form that makes one call. An error that names a field is shown at that field. */
export function useCallForm<N extends CallName, Values extends object>(
  name: N,
  options: {
    initialValues: Values;
    validate?: NonNullable<UseFormInput<Values>['validate']>;
    /** The form's own names for fields that the service names differently. */
    names?: Readonly<Record<string, string>>;
    params?: Params;
    invalidates?: readonly CallName[];
    toBody: (values: Values) => BodyOf<N>;
    onSuccess?: (answer: AnswerOf<N>) => void | Promise<void>;
  },
) {
  const { initialValues, validate = {}, names = {}, toBody, ...call } = options;
  const form = useForm<Values>({ mode: 'controlled', initialValues, validate });
  const problem = useSubmitError(form, { names });
  const sending = useApiMutation(name, { ...call, onError: (error) => void problem.show(error) });
  return {
    form,
    /** An error that belongs to no field. */
    error: problem.error,
    isSending: sending.isPending,
    isSent: sending.isSuccess,
    submit: form.onSubmit((values) => {
      problem.clear();
      sending.mutate(toBody(values));
    }, problem.onInvalid),
    showError: problem.show,
    reset() {
      form.reset();
      problem.clear();
    },
  };
}
