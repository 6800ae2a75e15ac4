import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMe } from '../../api/me.ts';
import { strings } from '../../strings/index.ts';
import type { BrainValues } from './brain-values.ts';
import { KeyField } from './KeyField.tsx';

const words = strings.avatar.brain;

export function EndpointFields({ form, hasKey }: { form: UseFormReturnType<BrainValues>; hasKey: boolean }) {
  const { loopbackAllowed } = useMe().installation;
  return (
    <>
      <TextInput
        label={words.url}
        description={loopbackAllowed ? words.loopback : words.httpsOnly}
        placeholder="https://"
        inputMode="url"
        {...form.getInputProps('endpointUrl')}
      />
      <KeyField
        form={form}
        label={words.key}
        name="endpointKey"
        removal="removesEndpointKey"
        hasKey={hasKey}
      />
    </>
  );
}
