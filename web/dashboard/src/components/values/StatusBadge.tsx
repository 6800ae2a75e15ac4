import { Badge } from '@mantine/core';
import classes from './StatusBadge.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet';
const colours: Record<Tone, string> = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  busy: 'blue',
  quiet: 'gray',
};

/** A badge with a one-word state. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Badge className={classes.badge} variant="light" color={colours[tone]} radius="sm" tt="none" fw={600}>
      {children}
    </Badge>
  );
}
