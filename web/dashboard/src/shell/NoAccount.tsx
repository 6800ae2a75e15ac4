import { EmptyNote } from '../parts/EmptyNote.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { strings } from '../strings/index.ts';

export function NoAccount() {
  const { noAccountTitle, noAccountWords } = strings.navigation;
  return (
    <>
      <PageHeader title={strings.navigation.overview} />
      <EmptyNote icon="members" title={noAccountTitle} words={noAccountWords} />
    </>
  );
}
