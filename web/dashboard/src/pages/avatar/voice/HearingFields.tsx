import { PasswordInput, Select, TextInput } from '@mantine/core';
import { type Hearing, type HearingInput, type Recogniser, recognisers } from '@parley/protocol/management';
import { strings } from '../../../strings/index.ts';
import classes from '../tabs.module.css';
import { useCustomRecognisers } from './use-custom-recognisers.ts';

const text = strings.avatar.hearing;
const kindOf = (recogniser: Recogniser) => recognisers.find((name) => name === recogniser) ?? 'own';

export type HearingValues = {
  recogniser: Recogniser;
  language: string;
  url: string;
  model: string;
  key: string;
};

export const hearingForm = ({ recogniser, language, server }: Hearing): HearingValues => ({
  recogniser,
  language,
  url: server?.url ?? '',
  model: server?.model ?? '',
  key: '',
});

export function hearingInputOf({ recogniser, language, url, model, key }: HearingValues): HearingInput {
  if (recogniser !== 'server') return { recogniser, language };
  return { recogniser, language, server: { url, model, ...(key === '' ? {} : { key }) } };
}

export function HearingFields(props: {
  value: HearingValues;
  hasKey: boolean;
  onChange: (hearing: HearingValues) => void;
}) {
  const { value } = props;
  const own = useCustomRecognisers();
  const isGone = kindOf(value.recogniser) === 'own' && !own.some((item) => item.value === value.recogniser);
  const set = (change: Partial<HearingValues>) => props.onChange({ ...value, ...change });
  return (
    <div className={classes.pair}>
      <Select
        label={text.recogniser}
        description={text.about[kindOf(value.recogniser)]}
        data={[
          ...recognisers.map((name) => ({ value: name, label: text.recognisers[name] })),
          ...own.map(({ value, label }) => ({ value, label })),
          ...(isGone ? [{ value: value.recogniser, label: value.recogniser }] : []),
        ]}
        value={value.recogniser}
        onChange={(name) => set({ recogniser: (name ?? 'built-in') as Recogniser })}
      />
      <TextInput
        label={text.language}
        description={text.languageHint}
        value={value.language}
        onChange={(event) => set({ language: event.currentTarget.value })}
      />
      {value.recogniser === 'server' ? (
        <>
          <TextInput
            label={text.url}
            placeholder="https://"
            value={value.url}
            onChange={(event) => set({ url: event.currentTarget.value })}
          />
          <TextInput
            label={text.model}
            value={value.model}
            onChange={(event) => set({ model: event.currentTarget.value })}
          />
          <PasswordInput
            label={text.key}
            description={props.hasKey ? strings.avatar.voice.keySet : strings.avatar.voice.keyUnset}
            autoComplete="off"
            value={value.key}
            onChange={(event) => set({ key: event.currentTarget.value })}
          />
        </>
      ) : null}
    </div>
  );
}
