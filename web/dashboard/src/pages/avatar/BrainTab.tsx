import { Radio, Stack } from '@mantine/core';
import type { Avatar, AvatarChange, BrainKind } from '@parley/protocol/dashboard';
import { ChoiceCard } from '../../parts/ChoiceCard.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { SaveBar } from '../../parts/SaveBar.tsx';
import { strings } from '../../strings/index.ts';
import { type BrainValues, brainForm } from './brain-values.ts';
import { EndpointFields } from './EndpointFields.tsx';
import { EndpointTestPanel } from './EndpointTestPanel.tsx';
import { ModelFields } from './ModelFields.tsx';
import { TimingFields } from './TimingFields.tsx';
import classes from './tabs.module.css';
import { useSettings } from './use-settings.ts';

const words = strings.avatar.brain;

export function BrainTab({ avatar }: { avatar: Avatar }) {
  const { form, submit, problem, isSaving } = useSettings<BrainValues>(avatar, brainForm, toChange);
  const { brain, endpointUrl, endpointKey } = form.values;
  return (
    <>
      <form onSubmit={submit}>
        {problem === null ? null : <Problem error={problem} />}
        <Panel title={words.kind}>
          <Radio.Group
            aria-label={words.kind}
            value={brain}
            onChange={(next) => form.setFieldValue('brain', next as BrainKind)}
          >
            <div className={classes.pair}>
              <ChoiceCard value="endpoint" title={words.endpoint} words={words.endpointWords} />
              <ChoiceCard value="model" title={words.model} words={words.modelWords} />
            </div>
          </Radio.Group>
        </Panel>
        <Panel title={brain === 'endpoint' ? words.endpointTitle : words.modelTitle}>
          <Stack>
            {brain === 'endpoint' ? (
              <EndpointFields form={form} hasKey={avatar.hasEndpointKey} />
            ) : (
              <ModelFields form={form} hasKey={avatar.hasModelKey} />
            )}
          </Stack>
        </Panel>
        <Panel title={words.timing}>
          <TimingFields form={form} />
        </Panel>
        <SaveBar dirty={form.isDirty()} busy={isSaving} onUndo={form.reset} />
      </form>
      {brain === 'endpoint' ? (
        <div className={classes.below}>
          <EndpointTestPanel avatar={avatar} url={endpointUrl} newKey={endpointKey} />
        </div>
      ) : null}
    </>
  );
}

/** Texts that stand for "none" become null; an empty key field leaves the key as it is. */
function toChange(changed: Partial<BrainValues>): AvatarChange {
  const { endpointUrl, modelUrl, endpointKey, modelKey, removesEndpointKey, removesModelKey, ...rest } =
    changed;
  return {
    ...rest,
    ...(endpointUrl === undefined ? {} : { endpointUrl: endpointUrl || null }),
    ...(modelUrl === undefined ? {} : { modelUrl: modelUrl || null }),
    ...(endpointKey ? { endpointKey } : removesEndpointKey ? { endpointKey: null } : {}),
    ...(modelKey ? { modelKey } : removesModelKey ? { modelKey: null } : {}),
  };
}
