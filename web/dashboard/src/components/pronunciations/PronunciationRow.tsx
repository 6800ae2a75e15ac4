import { ActionIcon, TextInput } from '@mantine/core';
import type { Pronunciation } from '@parley/protocol/pronunciations';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import classes from './PronunciationFields.module.css';

const text = strings.pronunciations;
const fields = ['word', 'respelling', 'ipa', 'language'] as const;

/** How an entry can be heard. */
export type HearEntry = {
  readonly isPlaying: boolean;
  readonly isLoading: boolean;
  play(): void;
  stop(): void;
};

export function PronunciationRow(props: {
  entry: Pronunciation;
  isReadOnly: boolean;
  hear: HearEntry | null;
  onChange: (entry: Pronunciation) => void;
  onRemove: () => void;
}) {
  const { entry, isReadOnly, hear } = props;
  const name = entry.word.trim() || text.newWord;
  const canHear = entry.word.trim() !== '' && Boolean(entry.respelling?.trim() || entry.ipa?.trim());
  return (
    <fieldset className={classes.row}>
      <legend className="sr">{name}</legend>
      {fields.map((field) => (
        <TextInput
          key={field}
          size="xs"
          label={text.fields[field]}
          placeholder={entry.word === '' ? text.samples[field] : ''}
          autoComplete="off"
          spellCheck={false}
          readOnly={isReadOnly}
          value={entry[field] ?? ''}
          onChange={(event) => props.onChange({ ...entry, [field]: event.currentTarget.value })}
        />
      ))}
      <div className={classes.buttons}>
        {hear === null ? null : (
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={hear.isPlaying ? text.stop : fill(text.hear, { word: name })}
            loading={hear.isLoading}
            disabled={!canHear}
            onClick={hear.isPlaying ? hear.stop : hear.play}
          >
            <Icon name={hear.isPlaying ? 'stop' : 'play'} size={16} />
          </ActionIcon>
        )}
        {isReadOnly ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={fill(text.remove, { word: name })}
            onClick={props.onRemove}
          >
            <Icon name="cross" size={16} />
          </ActionIcon>
        )}
      </div>
    </fieldset>
  );
}
