import { Button, Stack, Textarea } from '@mantine/core';
import type { Pronunciation } from '@parley/protocol/pronunciations';
import { useState } from 'react';
import { ErrorAlert } from '../../../components/page/ErrorAlert.tsx';
import { Icon } from '../../../icons/Icon.tsx';
import { strings } from '../../../strings/index.ts';
import type { VoiceTrial } from './use-try-voice.ts';
import type { VoiceValues } from './voice-values.ts';

const text = strings.avatar.general;
const maxLength = 500;
const what = 'text';

/** Plays a sample text with the voice, even if the voice is not saved. */
export function TryVoice(props: {
  voice: VoiceValues;
  greeting: string;
  pronunciations: readonly Pronunciation[];
  trial: VoiceTrial;
}) {
  const { trial } = props;
  const isPlaying = trial.playing === what;
  const [sample, setSample] = useState(
    props.greeting === '' ? text.sayDefault : props.greeting.slice(0, maxLength),
  );
  return (
    <Stack mt="md">
      <Textarea
        label={text.sayLabel}
        autosize
        minRows={2}
        maxLength={maxLength}
        value={sample}
        onChange={(event) => setSample(event.currentTarget.value)}
      />
      {trial.error === null || trial.failed?.startsWith('word:') ? null : <ErrorAlert error={trial.error} />}
      <div>
        <Button
          variant="light"
          leftSection={<Icon name={isPlaying ? 'stop' : 'play'} size={16} />}
          loading={trial.loading === what}
          disabled={sample.trim() === ''}
          onClick={() =>
            isPlaying ? trial.stop() : trial.say(sample, props.voice, what, props.pronunciations)
          }
        >
          {isPlaying ? text.saying : text.say}
        </Button>
      </div>
    </Stack>
  );
}
