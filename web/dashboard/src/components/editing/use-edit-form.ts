import { type UseFormInput, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import type { BodyOf, CallName, Params } from '../../api/call.ts';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { type SubmitErrorOptions, useSubmitError } from '../forms/use-submit-error.ts';
import { notifyError } from '../page/notifications.ts';
import { editsOf, mergeEdits } from './merge-edits.ts';

/**
 * A form for something that other people may edit at the same time. It sends the version that it shows, so that the
 * service refuses to overwrite a newer one. Newer values are shown at once, unless both people edited the same field.
 */
export function useEditForm<
  N extends CallName,
  Stored extends { readonly version: number },
  Values extends object,
>({
  stored,
  toForm,
  validate = {},
  read,
  save,
  params,
  invalidates,
  toChange,
  onSaved,
  onRefused,
  ...errors
}: SubmitErrorOptions & {
  stored: Stored;
  toForm: (stored: Stored) => Values;
  validate?: NonNullable<UseFormInput<Values>['validate']>;
  /** The calls that read the newest version and save a change. Both answer with what is stored. */
  read: CallName;
  save: N;
  params: Params;
  invalidates: readonly CallName[];
  /** What to send, made from the fields that the person has changed. */
  toChange: (edits: Partial<Values>, values: Values) => BodyOf<N>;
  onSaved: (saved: Stored) => void;
  onRefused?: (error: unknown) => void;
}) {
  const [base, setBase] = useState(stored);
  const [isConflict, setConflict] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [theirs, setTheirs] = useState<Partial<Values>>({});
  const form = useForm<Values>({ mode: 'controlled', initialValues: toForm(stored), validate });

  const show = (newest: Stored, values: Values, theirs: Partial<Values> = {}) => {
    setBase(newest);
    setConflict(false);
    setTheirs(theirs);
    form.setInitialValues(toForm(newest));
    form.setValues(values);
  };
  const problem = useSubmitError(form, errors);
  const readNewest = useReadNewest(read, params) as () => Promise<unknown> as () => Promise<Stored>;
  const saving = useApiMutation(save, {
    params,
    ifMatch: base.version,
    invalidates,
    onSuccess: (answer) => {
      const saved = answer as unknown as Stored;
      show(saved, toForm(saved));
      onSaved(saved);
    },
    onError: (error) => {
      onRefused?.(error);
      if (isApiError(error) && error.code === 'version_mismatch') setConflict(true);
      else void problem.show(error);
    },
  });
  const submit = () => {
    problem.clear();
    const values = form.getValues();
    saving.mutate(toChange(editsOf(toForm(base), values), values));
  };
  const merged = (newest: Stored) => mergeEdits(toForm(base), form.getValues(), toForm(newest));

  useEffect(() => {
    if (stored.version <= base.version) return;
    const { values, theirs } = merged(stored);
    if (Object.keys(theirs).length === 0) show(stored, values);
  });

  return {
    form,
    /** Sends the changes at once. */
    save: submit,
    submit: form.onSubmit(submit, problem.onInvalid),
    isSending: saving.isPending,
    /** An error that belongs to no field. */
    error: problem.error,
    /** Moves the focus to the first of these fields. */
    onInvalid: problem.onInvalid,
    /** For `EditConflict`. */
    conflict: {
      isConflict,
      isLoading,
      /** What the other person has saved in fields that this person has also edited. */
      theirs: Object.values<unknown>(theirs),
      async load() {
        setLoading(true);
        try {
          const newest = await readNewest();
          const { values, theirs } = merged(newest);
          show(newest, values, theirs);
        } catch (error) {
          notifyError(error);
        } finally {
          setLoading(false);
        }
      },
    },
  };
}

export type EditConflictState = ReturnType<typeof useEditForm>['conflict'];
