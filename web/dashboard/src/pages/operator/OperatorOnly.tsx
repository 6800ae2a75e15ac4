import type { ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { EmptyNote } from '../../parts/EmptyNote.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { strings } from '../../strings/index.ts';

/** The service refuses others anyway; this says so in words. */
export function OperatorOnly({ children }: { children: ReactNode }) {
  if (useMe().isOperator) return children;
  return (
    <>
      <PageHeader title={strings.operator.forbiddenTitle} />
      <EmptyNote
        icon="operator"
        title={strings.operator.forbiddenTitle}
        words={strings.operator.forbiddenWords}
      />
    </>
  );
}
