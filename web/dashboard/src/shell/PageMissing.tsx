import { ButtonLink } from '../parts/ButtonLink.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { strings } from '../strings/index.ts';

export function PageMissing() {
  return (
    <>
      <PageHeader title={strings.problems.notFound.title} />
      <EmptyNote
        icon="search"
        title={strings.problems.missing.title}
        words={strings.problems.missing.words}
        action={
          <ButtonLink to="/" variant="default">
            {strings.problems.home}
          </ButtonLink>
        }
      />
    </>
  );
}
