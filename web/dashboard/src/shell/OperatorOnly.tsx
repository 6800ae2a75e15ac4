import { Outlet } from '@tanstack/react-router';
import { useMe } from '../api/me.ts';
import { PageHeader } from '../components/page/PageHeader.tsx';
import { EmptyState } from '../components/tables/EmptyState.tsx';
import { strings } from '../strings/index.ts';

/** The pages for operators. Other people are told so; the service refuses them anyway. */
export function OperatorOnly() {
  if (useMe().isOperator) return <Outlet />;
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
