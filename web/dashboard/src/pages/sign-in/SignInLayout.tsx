import { Alert, Button, Stack, Title } from '@mantine/core';
import { type FormEventHandler, type ReactNode, useEffect } from 'react';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { Logo } from '../../shell/Logo.tsx';
import { strings } from '../../strings/index.ts';
import classes from './SignInLayout.module.css';

const text = strings.signIn;

/** The layout of every page before sign-in. */
export function SignInLayout(props: {
  title: string;
  lead?: string;
  children: ReactNode;
  foot?: ReactNode;
  wide?: boolean;
}) {
  useEffect(() => {
    document.title = `${props.title} · ${strings.app.name}`;
  }, [props.title]);
  return (
    <main className={classes.page}>
      <div className={props.wide ? `${classes.box} ${classes.wide}` : classes.box}>
        <p className={classes.brand}>
          <Logo />
          {strings.app.name}
        </p>
        <div className={classes.card}>
          <Title order={1}>{props.title}</Title>
          <p className={classes.lead}>{props.lead}</p>
          {props.children}
        </div>
        {props.foot === undefined ? null : <div className={classes.foot}>{props.foot}</div>}
      </div>
    </main>
  );
}

/** The fields, error and button of a page before sign-in. */
export function SignInForm(props: {
  /** Of `useCallForm`. */
  form: { submit: FormEventHandler<HTMLFormElement>; error: unknown; isSending: boolean };
  label: string;
  disabled?: boolean;
  children: ReactNode;
  below?: ReactNode;
}) {
  const { form, label, disabled = false } = props;
  return (
    <form onSubmit={form.submit}>
      <Stack>
        {props.children}
        <SubmitError error={form.error} />
        <Button type="submit" loading={form.isSending} disabled={disabled}>
          {label}
        </Button>
        {props.below}
      </Stack>
    </form>
  );
}

export function BackToSignIn() {
  return (
    <TextLink to="/sign-in" size="sm">
      {text.back}
    </TextLink>
  );
}

export function IncompleteLink() {
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={text.linkMissingTitle}>
      {text.linkMissingText}
    </Alert>
  );
}
