import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { strings } from '../../strings/index.ts';
import classes from './page.module.css';

export type PageHeaderProps = {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
  beside?: ReactNode;
};

/** The header of a page: its only h1, its purpose, and its main actions. */
export function PageHeader(props: PageHeaderProps) {
  useEffect(() => {
    document.title = `${props.title} · ${strings.app.name}`;
  }, [props.title]);
  return (
    <header className={classes.header}>
      <div className={classes.text}>
        {props.above}
        <Title order={1}>
          {props.title} {props.beside}
        </Title>
        {props.lead === undefined ? null : <p className={classes.lead}>{props.lead}</p>}
      </div>
      {props.actions === undefined ? null : <div className={classes.actions}>{props.actions}</div>}
    </header>
  );
}
