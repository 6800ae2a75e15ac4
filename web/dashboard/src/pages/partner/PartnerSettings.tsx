import { Stack, Text } from '@mantine/core';
import type { Partner } from '@parley/protocol/management';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { SaveBar } from '../../components/editing/SaveBar.tsx';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import {
  PartnerFields,
  type PartnerValues,
  redirectUrisProblem,
} from '../../components/partners/PartnerFields.tsx';
import { partnerEventOptions } from '../../components/partners/partner-events.ts';
import { chosenEventsProblem } from '../../components/webhooks/chosen-events-problem.ts';
import { EventsChooser } from '../../components/webhooks/EventsChooser.tsx';
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
  const edit = useEditForm({
    stored: partner,
    toForm: valuesOf,
    read: useReadNewest('partners.get', params),
    validate: { events: chosenEventsProblem, redirectUris: redirectUrisProblem },
  });
  const { form } = edit;
  const problem = useSubmitError(form);
  const save = useApiMutation('partners.update', {
    params,
    ifMatch: edit.version,
    invalidates: ['partners.get', 'partners.list'],
    onSuccess: (saved) => {
      edit.saved(saved);
      notifySuccess(strings.partner.saved);
    },
    onError: (error) => void problem.show(edit.refused(error)),
  });
  const submit = form.onSubmit(() => {
    problem.clear();
    save.mutate(edit.edits());
  }, problem.onInvalid);
  return (
    <Panel title={strings.partner.settings}>
      <form onSubmit={submit}>
        <Stack>
          <EditConflict conflict={edit.conflict} />
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
        <SaveBar error={problem.error} dirty={form.isDirty()} busy={save.isPending} onUndo={form.reset} />
      </form>
    </Panel>
  );
}
