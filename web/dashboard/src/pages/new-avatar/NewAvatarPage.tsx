import { useForm } from '@mantine/form';
import type { Look } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { strings } from '../../strings/index.ts';
import { FaceStep } from './FaceStep.tsx';
import { StepButtons } from './StepButtons.tsx';
import { StepList } from './StepList.tsx';
import { useDraft } from './use-draft.ts';

const text = strings.newAvatar;
const formId = 'new-avatar';

/** The first step of a new avatar. It creates the avatar, so that the next steps can play voices and test endpoints. */
export function NewAvatarPage() {
  const account = useAccountId();
  const navigate = useNavigate();
  const form = useForm<{ name: string; look: Look }>({
    mode: 'controlled',
    initialValues: { name: '', look: '' },
  });
  const problem = useSubmitError(form);
  const draft = useDraft(`new avatar ${account}`, form.values, (kept) => form.setValues(kept));
  const create = useApiMutation('avatars.create', {
    params: { account },
    invalidates: ['avatars.list', 'account.get'],
    onSuccess: ({ id }) => {
      draft.forget();
      void navigate({
        to: '/$account/avatars/$avatar/setup',
        params: { account, avatar: id },
        search: { step: 'voice' },
        replace: true,
      });
    },
    onError: (error) => void problem.show(error),
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title={text.title}
        above={<BackLink to="/$account/avatars" params={{ account }} label={strings.avatar.back} />}
      />
      <StepList step="face" canOpen={(step) => step === 'face'} onOpen={() => {}} />
      <Panel title={text.face.title} lead={text.face.lead}>
        <form id={formId} onSubmit={submit}>
          <FaceStep
            nameInput={form.getInputProps('name')}
            look={form.values.look}
            lookError={form.errors.look}
            model={null}
            onLook={(look) => form.setFieldValue('look', () => look)}
          />
        </form>
        <StepButtons form={formId} next={text.create} busy={create.isPending} error={problem.error} />
      </Panel>
    </>
  );
}
