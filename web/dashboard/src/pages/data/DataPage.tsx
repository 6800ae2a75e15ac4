import { Alert } from '@mantine/core';
import { useIsOwner } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { Loaded } from '../../components/page/Loaded.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { NameForm, RetentionForm } from './AccountForms.tsx';
import { AnsweringForm } from './AnsweringForm.tsx';
import { PronunciationForm } from './PronunciationForm.tsx';
import { VisitorList } from './VisitorList.tsx';

const text = strings.data;

export function DataPage() {
  const isOwner = useIsOwner();
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Loaded query={useApiQuery('account.get')} skeleton={<RowSkeleton count={2} height={120} />}>
        {(account) => (
          <>
            {isOwner ? null : <Alert mb="md">{strings.common.ownersOnly}</Alert>}
            <RetentionForm key={`days ${account.id}`} account={account} canChange={isOwner} />
            <NameForm key={`name ${account.id}`} account={account} canChange={isOwner} />
            <PronunciationForm key={`words ${account.id}`} account={account} canChange={isOwner} />
            <AnsweringForm key={`answers ${account.id}`} account={account} canChange={isOwner} />
            {isOwner ? <VisitorList /> : null}
          </>
        )}
      </Loaded>
    </>
  );
}
