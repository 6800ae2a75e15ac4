import type { Look } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { useCallForm } from '../../components/forms/use-call-form.ts';
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
  const create = useCallForm('avatars.create', {
    initialValues: { name: '', look: '' as Look },
    toBody: (values) => values,
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
  });
  const { form } = create;
  const draft = useDraft(`new avatar ${account}`, form.values, (kept) => form.setValues(kept));
  return (
    <>
      <PageHeader
        title={text.title}
        above={<BackLink to="/$account/avatars" params={{ account }} label={strings.avatar.back} />}
      />
      <StepList step="face" canOpen={(step) => step === 'face'} onOpen={() => {}} />
      <Panel title={text.face.title} lead={text.face.lead}>
        <form id={formId} onSubmit={create.submit}>
          <FaceStep
            nameInput={form.getInputProps('name')}
            look={form.values.look}
            lookError={form.errors.look}
            model={null}
            onLook={(look) => form.setFieldValue('look', () => look)}
          />
        </form>
        <StepButtons form={formId} next={text.create} busy={create.isSending} error={create.error} />
      </Panel>
    </>
  );
}
