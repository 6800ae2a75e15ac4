import { Radio } from '@mantine/core';
import { avatarSettings } from '@parley/protocol/avatar-settings';
import { RadioCard } from '../../../components/forms/RadioCard.tsx';
import { strings } from '../../../strings/index.ts';
import classes from '../tabs.module.css';

const text = strings.avatar.advanced;
const { label, meaning } = avatarSettings.private;

/** The switch "private" as two cards. */
export function PrivacyChoice(props: { isPrivate: boolean; onChange: (isPrivate: boolean) => void }) {
  return (
    <Radio.Group
      aria-label={text.privacy}
      value={props.isPrivate ? 'private' : 'public'}
      onChange={(next) => props.onChange(next === 'private')}
    >
      <div className={classes.pair}>
        <RadioCard value="public" title={text.public} text={text.publicText} />
        <RadioCard value="private" title={label} text={meaning} />
      </div>
    </Radio.Group>
  );
}
