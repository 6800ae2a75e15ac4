import { EmptyState } from '../components/EmptyState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
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
