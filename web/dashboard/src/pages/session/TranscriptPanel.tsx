import { Button, Group } from '@mantine/core';
import type { SessionDetail, TranscriptFormat } from '@parley/protocol/management';
import { useAccountId } from '../../api/account-id.ts';
import { callUrl } from '../../api/call.ts';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { clockTime } from '../../components/values/format-time.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Session.module.css';

const text = strings.session;
const formats: readonly TranscriptFormat[] = ['text', 'json', 'vtt'];

export function TranscriptPanel({ session }: { session: SessionDetail }) {
  const account = useAccountId();
  const { transcript } = session;
  if (transcript.length === 0)
    return <EmptyState icon="sessions" title={text.transcript} text={text.noText} />;
  return (
    <>
      <Group mb="md" gap="xs">
        {formats.map((format) => (
          <Button
            key={format}
            component="a"
            href={callUrl('sessions.transcript', {
              params: { account, session: session.id },
              query: { format },
            })}
            download
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={15} />}
            aria-label={`${text.download}: ${text.formats[format]}`}
          >
            {text.formats[format]}
          </Button>
        ))}
      </Group>
      <ol className={classes.talk}>
        {transcript.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever appended
          <li key={index} className={classes.said} data-speaker={entry.speaker}>
            <span className={classes.who}>
              {entry.speaker === 'user' ? session.user.name : session.avatar.name}
              <time className="number" dateTime={new Date(entry.timestamp).toISOString()}>
                {clockTime(entry.timestamp)}
              </time>
              {entry.interrupted ? <em>{text.interrupted}</em> : null}
              {entry.source === 'page' ? <em>{text.fromPage}</em> : null}
            </span>
            <p className={classes.text}>{entry.message}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
