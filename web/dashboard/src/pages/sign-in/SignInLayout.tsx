import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../shell/Logo.tsx';
import { strings } from '../../strings/index.ts';
import classes from './SignInLayout.module.css';

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
