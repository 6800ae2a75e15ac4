import { Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { OperatorOnly } from '../../components/page/OperatorOnly.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { PartnerState } from '../../components/partners/PartnerState.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { CopyButton } from '../../components/values/CopyButton.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { fill, strings } from '../../strings/index.ts';
import { DeletePartner } from './DeletePartner.tsx';
import { GrantsPanel } from './GrantsPanel.tsx';
import { PartnerFacts } from './PartnerFacts.tsx';
import { PartnerSettings } from './PartnerSettings.tsx';
import { PauseButton } from './PauseButton.tsx';
import { SigningSecretPanel } from './SigningSecretPanel.tsx';

const text = strings.partner;

export function PartnerPage() {
  return (
    <OperatorOnly>
      <PartnerById />
    </OperatorOnly>
  );
}

function PartnerById() {
  const { partner: id = '' } = useParams({ strict: false });
  const partner = useApiQuery('partners.get', { params: { partner: id } }, { refetchInterval: 5_000 });
  const { data } = partner;
  if (isNotFound(partner.error)) return <PageNotFound />;
  return (
    <>
      <PageHeader
        title={data?.name ?? strings.partners.title}
        above={<BackLink to="/operator/partners" label={text.back} />}
        lead={<ClientId id={id} />}
        beside={data === undefined ? null : <PartnerState webhook={data.webhook} />}
        actions={
          <>
            {data === undefined ? null : <PauseButton partner={data} />}
            <ButtonLink
              to="/operator/partners/$partner/deliveries"
              params={{ partner: id }}
              search={{}}
              variant="default"
            >
              {text.seeDeliveries}
            </ButtonLink>
          </>
        }
      />
      {partner.isError ? <ErrorAlert error={partner.error} onRetry={() => partner.refetch()} /> : null}
      {partner.isPending ? <RowSkeleton count={3} height={120} /> : null}
      {data === undefined ? null : (
        <>
          <PartnerFacts partner={data} />
          <GrantsPanel partner={data} />
          <PartnerSettings key={data.id} partner={data} />
          <SigningSecretPanel partner={data} />
          <DeletePartner partner={data} />
        </>
      )}
    </>
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
