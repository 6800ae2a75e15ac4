import { Radio, Stack } from '@mantine/core';
import { avatarSettings, isSecretEntry, secretMark, settingEntries } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { RadioCard } from '../../components/forms/RadioCard.tsx';
import { strings } from '../../strings/index.ts';
import { SettingField } from '../avatar/settings/SettingField.tsx';
import type { AvatarForm } from '../avatar/use-avatar-form.ts';
import { type BrainChoice, settingsOfBrain } from './brain-choice.ts';
import classes from './NewAvatar.module.css';

const text = strings.newAvatar.brain;

export function BrainStep(props: {
  avatar: Avatar;
  form: AvatarForm;
  choice: BrainChoice;
  onChoice: (choice: BrainChoice) => void;
}) {
  const { avatar, form, choice } = props;
  const names: readonly string[] = settingsOfBrain[choice];
  return (
    <Stack>
      <Radio.Group
        aria-label={text.choice}
        value={choice}
        onChange={(next) => props.onChoice(next as BrainChoice)}
      >
        <div className={classes.cards}>
          {avatarSettings.brain.options.map(({ value, label, meaning }) => (
            <RadioCard key={value} value={value} title={label} text={meaning} />
          ))}
          <RadioCard value="later" title={text.later} text={text.laterText} />
        </div>
      </Radio.Group>
      {settingEntries
        .filter(({ name }) => names.includes(name))
        .map((entry) => (
          <SettingField
            key={entry.name}
            entry={entry}
            form={form}
            isSet={isSecretEntry(entry) && avatar[secretMark(entry.name)]}
          />
        ))}
    </Stack>
  );
}
