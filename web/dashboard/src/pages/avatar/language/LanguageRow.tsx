import { Select, TextInput } from '@mantine/core';
import { languageTexts } from '@parley/protocol/avatar-settings';
import { type FurtherLanguage, recognisers, type VoiceProvider } from '@parley/protocol/management';
import { useApiQuery } from '../../../api/queries.ts';
import { strings } from '../../../strings/index.ts';
import classes from '../tabs.module.css';
import { useCustomRecognisers } from '../voice/use-custom-recognisers.ts';
import { fieldsOf } from '../voice/voice-values.ts';

const text = strings.avatar.languages;

/** Voice, hearing and greeting in one language. An empty field means what is usual for the language. */
export function LanguageRow(props: {
  row: FurtherLanguage;
  /** A provider with a key can have a voice for each language. */
  ownProvider: VoiceProvider;
  onChange: (row: FurtherLanguage) => void;
}) {
  const { row, ownProvider } = props;
  const set = (part: Partial<FurtherLanguage>) => props.onChange({ ...row, ...part });
  const voices = useApiQuery('voices.list');
  const known = (voices.data?.items ?? [])
    .filter(({ language }) => language.split(/[-_]/, 1)[0] === row.language)
    .map(({ provider, voice, label, about }) => ({
      value: `${provider}:${voice}`,
      label: [strings.avatar.voice.providers[provider], label, about]
        .filter((part) => part !== '')
        .join(', '),
    }));
  const voiceOptions = [
    { value: '', label: text.automatic },
    { value: 'device', label: strings.avatar.voice.providers.device },
    ...known,
  ];
  const isListed = voiceOptions.some(({ value }) => value === row.voice);
  const ownRecognisers = useCustomRecognisers()
    .filter(({ language, value }) => language.split('-', 1)[0] === row.language || value === row.hearing)
    .map(({ value, label }) => ({ value, label }));
  const hearingOptions = recognisers
    .filter((name) => name !== 'built-in' || row.language === 'en')
    .map((name) => ({ value: name, label: strings.avatar.hearing.recognisers[name] }));
  return (
    <div className={classes.pair}>
      {fieldsOf[ownProvider].includes('key') ? (
        <TextInput
          label={text.voice}
          placeholder={`${ownProvider}:…`}
          value={row.voice}
          onChange={(event) => set({ voice: event.currentTarget.value })}
        />
      ) : (
        <Select
          label={text.voice}
          data={isListed ? voiceOptions : [...voiceOptions, { value: row.voice, label: row.voice }]}
          allowDeselect={false}
          searchable={known.length > 8}
          value={row.voice}
          onChange={(voice) => set({ voice: voice ?? '' })}
        />
      )}
      <Select
        label={text.hearing}
        data={[{ value: '', label: text.automatic }, ...hearingOptions, ...ownRecognisers]}
        allowDeselect={false}
        value={row.hearing}
        onChange={(hearing) => set({ hearing: hearing ?? '' })}
      />
      <TextInput
        label={text.greeting}
        placeholder={languageTexts(row.language).greeting}
        lang={row.language}
        dir="auto"
        value={row.greeting}
        onChange={(event) => set({ greeting: event.currentTarget.value })}
      />
    </div>
  );
}
