import type { Partner } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/queries.ts';
import { DeletePanel } from '../../components/forms/DeletePanel.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { fill, plural, strings } from '../../strings/index.ts';

const text = strings.partner;

export function DeletePartner({ partner: { id, name, grants, webhook } }: { partner: Partner }) {
  const navigate = useNavigate();
  const remove = useApiMutation('partners.delete', {
    params: { partner: id },
    invalidates: ['partners.list'],
    onSuccess: () => {
      notifySuccess(fill(text.deleted, { name }));
      void navigate({ to: '/operator/partners' });
    },
    onError: notifyError,
  });
  const sentences = [
    grants === 0 ? text.deleteNoGrants : plural(text.deleteGrants, grants),
    ...(webhook.waiting === 0 ? [] : [plural(text.deleteWaiting, webhook.waiting)]),
    text.deleteText,
  ];
  return (
    <DeletePanel
      title={text.dangerTitle}
      lead={text.dangerLead}
      question={fill(text.deleteQuestion, { name })}
      text={sentences.join(' ')}
      busy={remove.isPending}
      onDelete={() => remove.mutate({})}
    />
  );
}
