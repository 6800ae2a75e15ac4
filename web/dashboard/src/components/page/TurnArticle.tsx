import type { ReactNode } from 'react';
import classes from './page.module.css';

/** One turn of a conversation. A line divides it from the turn before. */
export function TurnArticle({ name, children }: { name?: string; children: ReactNode }) {
  return (
    <article className={classes.turn} aria-label={name}>
      {children}
    </article>
  );
}
