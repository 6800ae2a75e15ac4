import type { LiveSession } from '@parley/protocol/management';
import { duration } from '../../components/values/format-time.ts';
import { SmallText } from '../../components/values/SmallText.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.requests;

/** The person who answers, or why and since when one is asked for. */
export function PersonCell({
  session: { person, personRequest },
  now,
}: {
  session: LiveSession;
  now: number;
}) {
  if (person !== null)
    return <StatusBadge tone="good">{fill(text.answering, { name: person.name })}</StatusBadge>;
  if (personRequest === null) return '–';
  return (
    <>
      <StatusBadge tone="warn">{text.asksNow}</StatusBadge>{' '}
      <SmallText inline className="number">
        {fill(text.since, { time: duration((now - personRequest.at) / 1_000) })}
      </SmallText>
      {personRequest.reason === '' ? null : <SmallText>{personRequest.reason}</SmallText>}
    </>
  );
}
