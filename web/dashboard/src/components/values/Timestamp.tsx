import { Tooltip } from '@mantine/core';
import { fullTime, shortTime, timeAgo } from './format-time.ts';
import { useNow } from './use-now.ts';

/** A short time. The exact time is shown on hover. */
export function Timestamp({ at, ago = false }: { at: string | number; ago?: boolean }) {
  const now = useNow(ago ? 15_000 : null);
  return (
    <Tooltip label={fullTime(at)}>
      <time className="number" dateTime={new Date(at).toISOString()}>
        {ago ? timeAgo(at, now) : shortTime(at)}
      </time>
    </Tooltip>
  );
}
