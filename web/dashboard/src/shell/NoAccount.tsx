import { PageHeader } from '../components/page/PageHeader.tsx';
import { EmptyState } from '../components/tables/EmptyState.tsx';
import { strings } from '../strings/index.ts';

export function NoAccount() {
  const { noAccountTitle, noAccountText } = strings.navigation;
  return (
    <>
      <PageHeader title={strings.navigation.overview} />
      <EmptyState icon="members" title={noAccountTitle} text={noAccountText} />
    </>
  );
}
