import { Radio, Stack } from '@mantine/core';
import { AvatarsSelect } from '../../components/forms/AvatarsSelect.tsx';
import { RadioCard } from '../../components/forms/RadioCard.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.consent;

/** All avatars of an account (null), or some of them. */
export function AvatarsChoice(props: {
  account: string;
  value: string[] | null;
  error: string | null;
  onChange: (avatars: string[] | null) => void;
}) {
  const { value, onChange } = props;
  return (
    <>
      <Radio.Group
        label={text.avatars}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
      >
        <Stack gap="xs" mt={6}>
          <RadioCard value="all" title={text.allAvatars} text={text.allAvatarsText} />
          <RadioCard value="some" title={text.someAvatars} text={text.someAvatarsText} />
        </Stack>
      </Radio.Group>
      {value === null ? null : (
        <AvatarsSelect
          key={props.account}
          account={props.account}
          label={text.chooseAvatars}
          placeholder={text.chooseAvatarsPlaceholder}
          value={value}
          error={props.error}
          onChange={onChange}
        />
      )}
    </>
  );
}
