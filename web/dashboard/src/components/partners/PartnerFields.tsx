import { Switch, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { strings } from '../../strings/index.ts';

const text = strings.partners;

export type PartnerValues = {
  name: string;
  redirectUris: string[];
  webhookUrl: string;
  conversations: boolean;
};

export const redirectUrisProblem = (uris: readonly string[]): string | null =>
  uris.length === 0 ? text.noRedirectUri : null;

export function PartnerFields<Values extends PartnerValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label={text.name}
        description={text.nameHint}
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TagsInput
        label={text.redirectUris}
        description={text.redirectUrisHint}
        placeholder={text.redirectUrisPlaceholder}
        acceptValueOnBlur
        withAsterisk
        splitChars={[' ', ',']}
        {...form.getInputProps('redirectUris')}
      />
      <TextInput
        label={text.webhookUrl}
        description={text.webhookUrlHint}
        placeholder="https://"
        inputMode="url"
        required
        {...form.getInputProps('webhookUrl')}
      />
      <Switch
        label={text.conversations}
        description={text.conversationsHint}
        {...form.getInputProps('conversations', { type: 'checkbox' })}
      />
    </>
  );
}
