import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import type { ShownFace } from '../../faces/face-module.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { useTryVoice } from './use-try-voice.ts';
import type { VoiceValues } from './voice-values.ts';

const text = strings.avatar.general;
const maxLength = 500;

/** Plays a sample text with the voice, even if the voice is not saved. */
export function TryVoice(props: {
  avatar: string;
  voice: VoiceValues;
  greeting: string;
  face: ShownFace | null;
}) {
  const [sample, setSample] = useState(
    props.greeting === '' ? text.sayDefault : props.greeting.slice(0, maxLength),
  );
  const trial = useTryVoice(props.avatar, props.face);
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
      {trial.error === null ? null : <ErrorAlert error={trial.error} />}
      <div>
        <Button
          variant="light"
          leftSection={<Icon name={trial.isPlaying ? 'stop' : 'play'} size={16} />}
          loading={trial.isLoading}
          disabled={sample.trim() === ''}
          onClick={() => (trial.isPlaying ? trial.stop() : trial.say(sample, props.voice))}
        >
          {trial.isPlaying ? text.saying : text.say}
        </Button>
      </div>
    </Stack>
  );
}
