import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OperatorKey } from '@parley/protocol/dashboard';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { strings } from '../../strings/index.ts';

const words = strings.operator;
const orNull = (value: number | ''): number | null => (value === '' ? null : value);

export function KeyLimitsForm(props: { account: string; apiKey: OperatorKey; onClose: () => void }) {
  const { apiKey } = props;
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm<{ rate: number | ''; burst: number | '' }>({
    mode: 'controlled',
    initialValues: { rate: apiKey.rate ?? '', burst: apiKey.burst ?? '' },
  });
  const save = useApiMutation('operator.setKeyLimits', {
    params: { id: props.account, key: apiKey.id },
    invalidates: ['operator.keys', 'keys.list'],
    onSuccess: () => {
      notifySuccess(words.limitsSaved);
      props.onClose();
    },
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={words.limitsTitle(apiKey.name)}
      closeButtonProps={{ 'aria-label': strings.common.close }}
    >
      <form
        onSubmit={form.onSubmit(({ rate, burst }) =>
          save.mutate({ rate: orNull(rate), burst: orNull(burst) }),
        )}
      >
        <Stack>
          {problem === null ? null : <ErrorAlert error={problem} />}
          <Text size="sm">{words.limitsHint}</Text>
          <NumberInput
            label={words.rate}
            placeholder={words.byDefault(apiKey.defaultRate)}
            min={1}
            allowDecimal={false}
            data-autofocus
            {...form.getInputProps('rate')}
          />
          <NumberInput
            label={words.burst}
            placeholder={words.byDefault(apiKey.defaultBurst)}
            min={1}
            allowDecimal={false}
            {...form.getInputProps('burst')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {strings.common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {strings.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
