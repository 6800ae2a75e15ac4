import { Stack, Text } from '@mantine/core';
import type { Partner } from '@parley/protocol/management';
import { useState } from 'react';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { chosenEventsProblem } from '../../components/chosen-events-problem.ts';
import { EditConflict } from '../../components/EditConflict.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { EventsChooser } from '../../components/EventsChooser.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { Panel } from '../../components/Panel.tsx';
import { PartnerFields, type PartnerValues, redirectUrisProblem } from '../../components/PartnerFields.tsx';
import { partnerEventOptions } from '../../components/partner-events.ts';
import { SaveBar } from '../../components/SaveBar.tsx';
import { useEditForm } from '../../components/use-edit-form.ts';
import { strings } from '../../strings/index.ts';

type Values = PartnerValues & { events: string[] | null };

const valuesOf = ({ name, redirectUris, webhook, conversations }: Partner): Values => ({
  name,
  redirectUris,
  webhookUrl: webhook.url,
  conversations,
  events: webhook.events,
});

export function PartnerSettings({ partner }: { partner: Partner }) {
  const params = { partner: partner.id };
  const [error, setError] = useState<unknown>(null);
  const edit = useEditForm({
    stored: partner,
    toForm: valuesOf,
    read: useReadNewest('partners.get', params),
    validate: { events: chosenEventsProblem, redirectUris: redirectUrisProblem },
  });
  const { form } = edit;
  const save = useApiMutation('partners.update', {
    params,
    ifMatch: edit.version,
    invalidates: ['partners.get', 'partners.list'],
    onSuccess: (saved) => {
      edit.saved(saved);
      notifySuccess(strings.partner.saved);
    },
    onError: (error) => setError(edit.refused(showFieldErrors(form, error))),
  });
  const submit = form.onSubmit(() => {
    setError(null);
    save.mutate(edit.edits());
  });
  return (
    <Panel title={strings.partner.settings}>
      <form onSubmit={submit}>
        <Stack>
          <EditConflict conflict={edit.conflict} />
          {error === null ? null : <ErrorAlert error={error} />}
          <PartnerFields form={form} />
          <EventsChooser
            value={form.values.events}
            error={form.errors.events}
            events={partnerEventOptions}
            onChange={(events) => form.setFieldValue('events', events)}
          />
          <Text size="xs" c="dimmed">
            {strings.partner.logoutHint}
          </Text>
        </Stack>
        <SaveBar dirty={form.isDirty()} busy={save.isPending} onUndo={form.reset} />
      </form>
    </Panel>
  );
}
