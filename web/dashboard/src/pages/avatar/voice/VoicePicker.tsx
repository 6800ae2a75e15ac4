import { ActionIcon, Alert, Skeleton, Stack } from '@mantine/core';
import type { Voices } from '@parley/protocol/management';
import { Icon } from '../../../icons/Icon.tsx';
import { fill, strings } from '../../../strings/index.ts';
import type { VoiceTrial } from './use-try-voice.ts';
import classes from './VoicePicker.module.css';
import type { VoiceValues } from './voice-values.ts';

const text = strings.avatar.voice;

/** The built-in voices, each with a button to hear it. The first one is the face's own voice. */
export function VoicePicker(props: {
  value: VoiceValues;
  voices: Voices | undefined;
  /** The voice of the face that is shown. */
  faceVoice: string;
  trial: VoiceTrial;
  onChange: (voice: string) => void;
}) {
  const { value, voices, faceVoice, trial } = props;
  const items = voices?.items.filter(({ provider }) => provider === 'built-in') ?? [];
  const note = voices?.providers.find(({ provider }) => provider === 'built-in')?.note ?? null;
  const labelOf = (name: string) => items.find(({ voice }) => voice === name)?.label ?? name;
  const options = [
    {
      voice: '',
      label: text.withFace,
      about: fill(text.withFaceAbout, { name: labelOf(faceVoice) }),
      heard: faceVoice,
    },
    ...items.map(({ voice, label, about }) => ({ voice, label, about, heard: voice })),
  ];
  return (
    <Stack gap="sm">
      {note === null ? null : (
        <Alert variant="light" title={text.simpleTitle}>
          {note}
        </Alert>
      )}
      <fieldset className={classes.list}>
        <legend className="sr">{text.voice}</legend>
        {voices === undefined ? <Skeleton height={220} radius="md" /> : null}
        {voices === undefined
          ? null
          : options.map(({ voice, label, about, heard }) => {
              const isPlaying = trial.playing === `voice:${voice}`;
              return (
                <div key={voice} className={classes.row}>
                  <label className={classes.choice}>
                    <input
                      type="radio"
                      name="voice"
                      value={voice}
                      checked={value.voice === voice}
                      onChange={() => props.onChange(voice)}
                    />
                    <span>
                      <span className={classes.name}>{label}</span>
                      <span className={classes.about}>{about}</span>
                    </span>
                  </label>
                  <ActionIcon
                    variant="default"
                    size="lg"
                    aria-label={isPlaying ? text.stopHearing : fill(text.hear, { name: label })}
                    loading={trial.loading === `voice:${voice}`}
                    onClick={() =>
                      isPlaying
                        ? trial.stop()
                        : trial.say(
                            fill(text.sampleOf, { name: labelOf(heard) }),
                            { ...value, voice: heard, pitch: heard === 'rms' ? 1 : value.pitch },
                            `voice:${voice}`,
                          )
                    }
                  >
                    <Icon name={isPlaying ? 'stop' : 'play'} size={16} />
                  </ActionIcon>
                </div>
              );
            })}
      </fieldset>
    </Stack>
  );
}
