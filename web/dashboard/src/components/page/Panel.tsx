import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './page.module.css';

/** A titled box. */
export function Panel(props: {
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  danger?: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  const className = props.danger ? `${classes.panel} ${classes.danger}` : classes.panel;
  if (props.title === undefined) return <div className={className}>{props.children}</div>;
  return (
    <section className={className} aria-labelledby={id}>
      <div className={classes.panelHead}>
        <div>
          <Title order={2} id={id}>
            {props.title}
          </Title>
          {props.lead === undefined ? null : <p className={classes.panelLead}>{props.lead}</p>}
        </div>
        {props.actions}
      </div>
      {props.children}
    </section>
  );
}
