import { Button, Group } from '@mantine/core';
import type { SessionDetail, TranscriptFormat } from '@parley/protocol/management';
import { useAccountId } from '../../api/account-id.ts';
import { callUrl } from '../../api/call.ts';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Session.module.css';
import { TranscriptLine } from './TranscriptLine.tsx';

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
          <TranscriptLine
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever appended
            key={index}
            speaker={entry.speaker}
            who={entry.speaker === 'user' ? session.user.name : (entry.person ?? session.avatar.name)}
            at={entry.timestamp}
            text={entry.message}
            marks={[
              entry.interrupted ? text.interrupted : '',
              entry.source === undefined ? '' : strings.live.by[entry.source],
            ]}
            isPerson={entry.source === 'person'}
          />
        ))}
      </ol>
    </>
  );
}
