import { Stack, Text } from '@mantine/core';
import type { Partner } from '@parley/protocol/management';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { SaveBar } from '../../components/editing/SaveBar.tsx';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import {
  PartnerFields,
  type PartnerValues,
  redirectUrisProblem,
} from '../../components/partners/PartnerFields.tsx';
import { partnerEventOptions } from '../../components/partners/partner-events.ts';
import { chosenEventsProblem, EventsChooser } from '../../components/webhooks/EventsChooser.tsx';
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
  const { form, ...edit } = useEditForm({
    stored: partner,
    toForm: valuesOf,
    validate: { events: chosenEventsProblem, redirectUris: redirectUrisProblem },
    read: 'partners.get',
    save: 'partners.update',
    params: { partner: partner.id },
    invalidates: ['partners.get', 'partners.list'],
    toChange: (edits) => edits,
    onSaved: () => notifySuccess(strings.partner.saved),
  });
  return (
    <Panel title={strings.partner.settings}>
      <form onSubmit={edit.submit}>
        <Stack>
          <EditConflict conflict={edit.conflict} />
          <PartnerFields form={form} />
          <EventsChooser
            events={partnerEventOptions}
            {...form.getInputProps('events')}
            value={form.values.events}
          />
          <Text size="xs" c="dimmed">
            {strings.partner.logoutHint}
          </Text>
        </Stack>
        <SaveBar error={edit.error} dirty={form.isDirty()} busy={edit.isSending} onUndo={form.reset} />
      </form>
    </Panel>
  );
}
