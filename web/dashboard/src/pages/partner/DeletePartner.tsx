import type { Partner } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/queries.ts';
import { DeletePanel } from '../../components/forms/DeletePanel.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { strings } from '../../strings/index.ts';

const text = strings.partner;

export function DeletePartner({ partner: { id, name, grants, webhook } }: { partner: Partner }) {
  const navigate = useNavigate();
  const remove = useApiMutation('partners.delete', {
    params: { partner: id },
    invalidates: ['partners.list'],
    onSuccess: () => {
      notifySuccess(text.deleted(name));
      void navigate({ to: '/operator/partners' });
    },
    onError: notifyError,
  });
  return (
    <DeletePanel
      title={text.dangerTitle}
      lead={text.dangerLead}
      question={text.deleteQuestion(name)}
      text={text.deleteText(grants, webhook.waiting)}
      busy={remove.isPending}
      onDelete={() => remove.mutate({})}
    />
  );
}
