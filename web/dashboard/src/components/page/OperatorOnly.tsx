import type { ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { strings } from '../../strings/index.ts';
import { EmptyState } from '../tables/EmptyState.tsx';
import { PageHeader } from './PageHeader.tsx';

/** Explains that a page is for operators. The service refuses other people anyway. */
export function OperatorOnly({ children }: { children: ReactNode }) {
  if (useMe().isOperator) return children;
  return (
    <>
      <PageHeader title={strings.operator.forbiddenTitle} />
      <EmptyState
        icon="operator"
        title={strings.operator.forbiddenTitle}
        text={strings.operator.forbiddenText}
      />
    </>
  );
}
