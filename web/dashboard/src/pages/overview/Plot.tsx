import type { ReactNode } from 'react';
import { Panel } from '../../components/page/Panel.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Overview.module.css';

/** A titled chart with a text summary for screen readers. */
export function Plot(props: {
  title: string;
  lead: string;
  isEmpty: boolean;
  summary: string;
  children: ReactNode;
}) {
  return (
    <Panel title={props.title} lead={props.lead}>
      {props.isEmpty ? (
        <p className={classes.none}>{strings.overview.noData}</p>
      ) : (
        <>
          <p className="sr">{props.summary}</p>
          <div aria-hidden="true">{props.children}</div>
        </>
      )}
    </Panel>
  );
}
