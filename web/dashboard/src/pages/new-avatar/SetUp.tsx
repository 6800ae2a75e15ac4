import type { Avatar } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { strings } from '../../strings/index.ts';
import { EndpointTestPanel } from '../avatar/brain/EndpointTestPanel.tsx';
import { useAvatarForm } from '../avatar/use-avatar-form.ts';
import { type BrainChoice, brainChoiceOf, missingOfBrain } from './brain-choice.ts';
import { FaceStep } from './FaceStep.tsx';
import { StepButtons } from './StepButtons.tsx';
import { StepList } from './StepList.tsx';
import { type SetUpStep, stepBeside, stepOfSetting } from './set-up-steps.ts';
import { BrainStep, EmbedStep, TestStep, VoiceStep } from './steps.tsx';
import { useSetUpDraft } from './use-draft.ts';

const text = strings.newAvatar;
const formId = 'set-up';

/** One form for all steps, so that going back keeps the input. "Next" saves. */
export function SetUp({ avatar, step }: { avatar: Avatar; step: SetUpStep }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const params = { account, avatar: avatar.id };
  const open = (step: SetUpStep) =>
    navigate({ to: '/$account/avatars/$avatar/setup', params, search: { step } });
  const goOn = () => {
    const next = stepBeside(step, 1);
    if (next !== null) void open(next);
    else void navigate({ to: '/$account/avatars/$avatar/$tab', params: { ...params, tab: 'general' } });
  };
  const { form, save, error, onInvalid, conflict, isSending } = useAvatarForm(avatar, {
    reveal: (setting) => open(stepOfSetting(setting)),
    onSaved: goOn,
  });
  const { endpointUrl, endpointKey } = form.values;
  const [chosen, setChosen] = useState<BrainChoice | null>(null);
  const stored = brainChoiceOf(form.values);
  // A new avatar has no address. Most people come to enter one.
  const choice = chosen ?? (stored === 'later' ? 'endpoint' : stored);
  useSetUpDraft(avatar, form);
  const choose = (next: BrainChoice) => {
    setChosen(next);
    form.clearErrors();
    form.setFieldValue('brain', next === 'model' ? 'model' : 'endpoint');
  };
  const submit = form.onSubmit(() => {
    if (step === 'brain') {
      if (choice === 'later') form.setFieldValue('endpointUrl', '');
      const missing = missingOfBrain(choice, form.getValues());
      if (missing !== null) {
        form.setFieldError(missing.field, missing.problem);
        return onInvalid({ [missing.field]: missing.problem });
      }
    }
    if (form.isDirty()) save();
    else goOn();
  });
  const back = stepBeside(step, -1);
  return (
    <>
      <StepList step={step} canOpen={() => !isSending} onOpen={(step) => void open(step)} />
      <Panel title={text[step].title} lead={text[step].lead}>
        <EditConflict conflict={conflict} />
        <form id={formId} onSubmit={submit}>
          {step === 'face' ? (
            <FaceStep
              nameInput={form.getInputProps('name')}
              look={form.values.look}
              lookError={form.errors.look}
              model={avatar.model && new URL(avatar.model.url).pathname}
              onLook={(look) => form.setFieldValue('look', () => look)}
            />
          ) : null}
          {step === 'voice' ? <VoiceStep avatar={avatar} form={form} /> : null}
          {step === 'brain' ? (
            <BrainStep avatar={avatar} form={form} choice={choice} onChoice={choose} />
          ) : null}
        </form>
        {step === 'test' ? <TestStep avatar={avatar} /> : null}
        {step === 'embed' ? <EmbedStep avatar={avatar} /> : null}
        <StepButtons
          form={formId}
          next={step === 'embed' ? text.finish : text.next}
          busy={isSending}
          error={error}
          {...(back === null ? {} : { onBack: () => void open(back) })}
        />
      </Panel>
      {step === 'brain' && choice === 'endpoint' ? (
        <EndpointTestPanel avatar={avatar} url={endpointUrl} newKey={endpointKey} />
      ) : null}
    </>
  );
}
