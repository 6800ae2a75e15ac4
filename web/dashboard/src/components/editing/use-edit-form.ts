import { type UseFormInput, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { notifyError } from '../page/notifications.ts';
import { editsOf, mergeEdits } from './merge-edits.ts';

/**
 * A form for something that other people may edit at the same time. It sends the version that it shows, so that the
 * service refuses to overwrite a newer one. Newer values are shown at once, unless both people edited the same field.
 */
export function useEditForm<Stored extends { readonly version: number }, Values extends object>({
  stored,
  toForm,
  read,
  validate = {},
}: {
  stored: Stored;
  toForm: (stored: Stored) => Values;
  /** Reads the newest version. */
  read: () => Promise<Stored>;
  validate?: NonNullable<UseFormInput<Values>['validate']>;
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
  const merged = (newest: Stored) => mergeEdits(toForm(base), form.getValues(), toForm(newest));

  useEffect(() => {
    if (stored.version <= base.version) return;
    const { values, theirs } = merged(stored);
    if (Object.keys(theirs).length === 0) show(stored, values);
  });

  return {
    form,
    /** The version that the form shows. */
    version: base.version,
    /** The fields that the person has changed. */
    edits: () => editsOf(toForm(base), form.getValues()),
    /** Shows what was saved. */
    saved: (newest: Stored) => show(newest, toForm(newest)),
    /** Handles a refusal. Returns the error unless it is about the version. */
    refused(error: unknown): unknown | null {
      if (!isApiError(error) || error.code !== 'version_mismatch') return error;
      setConflict(true);
      return null;
    },
    /** For `EditConflict`. */
    conflict: {
      isConflict,
      isLoading,
      /** What the other person has saved in fields that this person has also edited. */
      theirs: Object.values<unknown>(theirs),
      async load() {
        setLoading(true);
        try {
          const newest = await read();
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
