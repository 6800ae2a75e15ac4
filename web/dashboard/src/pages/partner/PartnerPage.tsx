import { Group, Stack, Text } from '@mantine/core';
import type { Partner, PartnerGrant } from '@parley/protocol/management';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useApiMutation, useApiPages, useApiQuery } from '../../api/queries.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { DeletePanel } from '../../components/forms/DeletePanel.tsx';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { ObjectPage } from '../../components/page/Loaded.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { grantColumns } from '../../components/partners/grant-columns.tsx';
import { RotateSecretPanel } from '../../components/secrets/RotateSecretPanel.tsx';
import { timeColumn } from '../../components/tables/columns.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { DescriptionList } from '../../components/tables/DescriptionList.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { CopyButton } from '../../components/values/CopyButton.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { PausedAlert, WebhookBadge, waitingText } from '../../components/webhooks/webhook-state.tsx';
import { fill, plural, strings } from '../../strings/index.ts';
import { PartnerSettings } from './PartnerSettings.tsx';

const text = strings.partner;

export function PartnerPage() {
  const { partner: id = '' } = useParams({ strict: false });
  return (
    <ObjectPage
      query={useApiQuery('partners.get', { params: { partner: id } }, { refetchInterval: 5_000 })}
      header={(partner) => ({
        title: partner?.name ?? strings.partners.title,
        above: <BackLink to="/operator/partners" label={text.back} />,
        lead: <ClientId id={id} />,
        beside: partner === undefined ? null : <WebhookBadge webhook={partner.webhook} />,
        actions: (
          <>
            {partner === undefined ? null : <PauseButton partner={partner} />}
            <ButtonLink
              to="/operator/partners/$partner/deliveries"
              params={{ partner: id }}
              search={{}}
              variant="default"
            >
              {text.seeDeliveries}
            </ButtonLink>
          </>
        ),
      })}
    >
      {(partner) => (
        <>
          <PartnerFacts partner={partner} />
          <GrantsPanel partner={partner} />
          <PartnerSettings key={partner.id} partner={partner} />
          <SigningSecretPanel partner={partner} />
          <DeletePartner partner={partner} />
        </>
      )}
    </ObjectPage>
  );
}

function ClientId({ id }: { id: string }) {
  return (
    <Group component="span" gap={6}>
      {strings.partners.clientId} <span className="mono">{id}</span>
      <CopyButton
        small
        text={id}
        label={fill(strings.common.copyWhat, { what: strings.partners.clientId })}
      />
    </Group>
  );
}

/** Pauses the webhook of a partner, or enables it again. A partner's webhook needs no test before that. */
function PauseButton({ partner: { id, name, webhook } }: { partner: Partner }) {
  const shared = {
    params: { partner: id },
    invalidates: ['partners.get', 'partners.list', 'partners.deliveries'] as const,
  };
  return webhook.state === 'paused' ? (
    <ActionButton
      key="enable"
      call="partners.enable"
      {...shared}
      icon="play"
      label={text.enable}
      done={fill(text.enabled, { name })}
    />
  ) : (
    <ActionButton
      key="pause"
      call="partners.pause"
      {...shared}
      variant="default"
      icon="pause"
      label={text.pause}
      question={{ title: fill(text.pauseQuestion, { name }), text: text.pauseText, danger: false }}
      done={fill(text.paused, { name })}
    />
  );
}

/** Whether the partner's webhook works. */
function PartnerFacts({ partner: { grants, createdAt, webhook } }: { partner: Partner }) {
  return (
    <Panel>
      <Stack>
        {webhook.state === 'paused' ? (
          <PausedAlert webhook={webhook} title={text.pausedTitle} advice={text.pausedText} />
        ) : null}
        <DescriptionList
          items={[
            [strings.partners.grants, grants],
            [text.deliveries, waitingText(webhook)],
            [strings.partners.since, <Timestamp key="since" at={createdAt} />],
          ]}
        />
      </Stack>
    </Panel>
  );
}

/** The accounts that allow the partner access. */
function GrantsPanel({ partner: { id, conversations } }: { partner: Partner }) {
  const grants = useApiPages('partners.grants', {}, { params: { partner: id } });
  const accountColumn = {
    title: text.account,
    cell: ({ account }: PartnerGrant) => (
      <TextLink to="/operator/accounts/$id" params={{ id: account.id }} size="sm" fw={600}>
        {account.name}
      </TextLink>
    ),
  };
  return (
    <Panel title={text.grants} lead={text.grantsLead}>
      <PagedList
        list={grants}
        skeleton={<RowSkeleton count={2} />}
        empty={<Text size="sm">{text.noGrants}</Text>}
      >
        <DataTable
          label={text.grants}
          columns={[
            accountColumn,
            ...grantColumns<PartnerGrant>(() => conversations),
            timeColumn(strings.connectedApps.allowed, ({ grantedAt }: PartnerGrant) => grantedAt),
          ]}
          rows={grants.items}
        />
      </PagedList>
    </Panel>
  );
}

function SigningSecretPanel({ partner }: { partner: Partner }) {
  const rotate = useApiMutation('partners.rotate', {
    params: { partner: partner.id },
    invalidates: ['partners.get', 'partners.list'],
  });
  const { oldSecretUntil } = partner.webhook;
  return (
    <RotateSecretPanel
      text={text}
      label={strings.partners.webhookSecret}
      rotation={rotate}
      newSecret={rotate.data?.webhookSecret}
      onRotate={() => rotate.mutate({})}
    >
      {oldSecretUntil === null ? null : (
        <Text size="sm">
          {text.oldSecretUntil} <Timestamp at={oldSecretUntil} />.
        </Text>
      )}
    </RotateSecretPanel>
  );
}

function DeletePartner({ partner: { id, name, grants, webhook } }: { partner: Partner }) {
  const navigate = useNavigate();
  const consequences = [
    grants === 0 ? text.deleteNoGrants : plural(text.deleteGrants, grants),
    ...(webhook.waiting === 0 ? [] : [plural(text.deleteWaiting, webhook.waiting)]),
    text.deleteText,
  ];
  return (
    <DeletePanel
      call="partners.delete"
      params={{ partner: id }}
      invalidates={['partners.list']}
      name={name}
      text={text}
      consequences={consequences.join(' ')}
      onDeleted={() => void navigate({ to: '/operator/partners' })}
    />
  );
}
