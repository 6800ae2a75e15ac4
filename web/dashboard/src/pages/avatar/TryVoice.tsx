import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import type { ShownFace } from '../../faces/face-module.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { useTryVoice } from './use-try-voice.ts';
import type { VoiceValues } from './voice-values.ts';

const words = strings.avatar.general;
const maxLength = 500;

/** A text to hear the voice with, saved or not. */
export function TryVoice(props: {
  avatar: string;
  voice: VoiceValues;
  greeting: string;
  face: ShownFace | null;
}) {
  const [text, setText] = useState(
    props.greeting === '' ? words.sayDefault : props.greeting.slice(0, maxLength),
  );
  const trial = useTryVoice(props.avatar, props.face);
  return (
    <Stack mt="md">
      <Textarea
        label={words.sayLabel}
        autosize
        minRows={2}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {trial.error === null ? null : <ErrorAlert error={trial.error} />}
      <div>
        <Button
          variant="light"
          leftSection={<Icon name={trial.isPlaying ? 'stop' : 'play'} size={16} />}
          loading={trial.isLoading}
          disabled={text.trim() === ''}
          onClick={() => (trial.isPlaying ? trial.stop() : trial.say(text, props.voice))}
        >
          {trial.isPlaying ? words.saying : words.say}
        </Button>
      </div>
    </Stack>
  );
}
