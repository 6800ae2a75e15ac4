import { NumberInput, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import type { VoiceProvider } from '@parley/protocol/management';
import { useApiQuery } from '../../../api/queries.ts';
import { strings } from '../../../strings/index.ts';
import classes from '../tabs.module.css';
import type { VoiceTrial } from './use-try-voice.ts';
import { VoicePicker } from './VoicePicker.tsx';
import { fieldsOf, isListed, providers, type VoiceValues } from './voice-values.ts';

const text = strings.avatar.voice;
const texts = ['url', 'region', 'model', 'language'] as const;

export function VoiceFields(props: {
  value: VoiceValues;
  hasKey: boolean;
  /** The voice of the face that is shown. */
  faceVoice: string;
  trial: VoiceTrial;
  onChange: (voice: VoiceValues) => void;
}) {
  const { value } = props;
  const voices = useApiQuery('voices.list');
  const set = (change: Partial<VoiceValues>) => props.onChange({ ...value, ...change });
  const listed = voices.data?.items.filter(({ provider }) => provider === value.provider) ?? [];
  const names = listed.map(({ voice, about, language }) => ({
    value: voice,
    label: `${about === '' ? voice : `${voice}, ${about}`} (${language})`,
  }));
  const isKnown = names.some(({ value: name }) => name === value.voice);
  return (
    <Stack>
      <div className={classes.pair}>
        <Select
          label={text.provider}
          data={providers.map((name) => ({ value: name, label: text.providers[name] }))}
          value={value.provider}
          onChange={(name) => set({ provider: (name ?? 'built-in') as VoiceProvider, voice: '', key: '' })}
        />
        {value.provider === 'built-in' ? null : isListed(value.provider) ? (
          <Select
            label={text.voice}
            data={isKnown ? names : [{ value: value.voice, label: value.voice || text.first }, ...names]}
            value={value.voice}
            searchable={names.length > 8}
            onChange={(voice) => set({ voice: voice ?? '' })}
          />
        ) : (
          <TextInput
            label={text.voice}
            placeholder={text.voiceHint[value.provider]}
            value={value.voice}
            onChange={(event) => set({ voice: event.currentTarget.value })}
          />
        )}
        {texts
          .filter((name) => fieldsOf[value.provider].includes(name))
          .map((name) => (
            <TextInput
              key={name}
              label={text.fields[name]}
              value={value[name]}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            />
          ))}
        {fieldsOf[value.provider].includes('key') ? (
          <PasswordInput
            label={text.key}
            description={props.hasKey ? text.keySet : text.keyUnset}
            autoComplete="off"
            value={value.key}
            onChange={(event) => set({ key: event.currentTarget.value })}
          />
        ) : null}
      </div>
      {value.provider === 'built-in' ? (
        <VoicePicker
          value={value}
          voices={voices.data}
          faceVoice={props.faceVoice}
          trial={props.trial}
          onChange={(voice) => set({ voice, pitch: voice === 'rms' ? 1 : value.pitch })}
        />
      ) : null}
      <div className={classes.pair}>
        <NumberInput
          label={text.rate}
          min={0.5}
          max={2}
          step={0.1}
          decimalScale={2}
          value={value.rate}
          onChange={(rate) => set({ rate: Number(rate) })}
        />
        {fieldsOf[value.provider].includes('pitch') && value.voice !== 'rms' ? (
          <NumberInput
            label={text.pitch}
            min={0.5}
            max={2}
            step={0.1}
            decimalScale={2}
            value={value.pitch}
            onChange={(pitch) => set({ pitch: Number(pitch) })}
          />
        ) : null}
      </div>
    </Stack>
  );
}
