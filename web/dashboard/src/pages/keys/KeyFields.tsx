import { Checkbox, Stack, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { permissions } from '@parley/protocol/permissions';
import { AvatarsSelect } from '../../components/forms/AvatarSelect.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.keys;

/** An empty list of avatars or origins allows all. */
export type KeyValues = { name: string; permissions: string[]; avatarIds: string[]; origins: string[] };

export function KeyFields({ form }: { form: UseFormReturnType<KeyValues> }) {
  return (
    <>
      <TextInput
        label={text.name}
        description={text.nameHint}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={text.permissions} {...form.getInputProps('permissions')}>
        <Stack gap="xs" mt="xs">
          {permissions.map(({ scope, label, opens }) => (
            <Checkbox key={scope} value={scope} label={label} description={opens} />
          ))}
        </Stack>
      </Checkbox.Group>
      <AvatarsSelect
        label={text.allowlist}
        description={text.allowlistHint}
        placeholder={text.allowlistPlaceholder}
        {...form.getInputProps('avatarIds')}
        value={form.values.avatarIds}
      />
      <TagsInput
        label={text.origins}
        description={text.originsHint}
        placeholder={text.originsPlaceholder}
        acceptValueOnBlur
        {...form.getInputProps('origins')}
      />
    </>
  );
}
