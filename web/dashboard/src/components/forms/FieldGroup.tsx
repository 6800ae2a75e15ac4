import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './FieldGroup.module.css';

/** Several inputs that are one field of a form, with the error of that field. */
export function FieldGroup(props: {
  path: string;
  label: string;
  showsLabel?: boolean;
  disabled?: boolean;
  error: ReactNode;
  children: ReactNode;
}) {
  const errorId = useId();
  const hasError = Boolean(props.error);
  return (
    <fieldset
      className={classes.set}
      disabled={props.disabled ?? false}
      {...(hasError ? { 'aria-describedby': errorId } : {})}
      data-path={props.path}
      tabIndex={-1}
    >
      <legend className={props.showsLabel ? classes.legend : 'sr'}>{props.label}</legend>
      {props.children}
      {hasError ? (
        <Input.Error id={errorId} mt="xs" role="alert">
          {props.error}
        </Input.Error>
      ) : null}
    </fieldset>
  );
}
