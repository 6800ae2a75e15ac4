import { ButtonLink } from '../components/page/ButtonLink.tsx';
import { PageHeader } from '../components/page/PageHeader.tsx';
import { EmptyState } from '../components/tables/EmptyState.tsx';
import { strings } from '../strings/index.ts';

export function PageNotFound() {
  return (
    <>
      <PageHeader title={strings.errors.notFound} />
      <EmptyState
        icon="search"
        title={strings.errors.missing.title}
        text={strings.errors.missing.text}
        action={
          <ButtonLink to="/" variant="default">
            {strings.errors.home}
          </ButtonLink>
        }
      />
    </>
  );
}
