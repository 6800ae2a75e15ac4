import { ButtonLink } from '../components/ButtonLink.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { strings } from '../strings/index.ts';

export function PageNotFound() {
  return (
    <>
      <PageHeader title={strings.errors.notFound.title} />
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
