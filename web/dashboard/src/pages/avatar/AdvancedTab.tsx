import type { Avatar, AvatarChange } from '@parley/protocol/dashboard';
import { useIsOwner } from '../../api/me.ts';
import { Problem } from '../../parts/Problem.tsx';
import { SaveBar } from '../../parts/SaveBar.tsx';
import { type AdvancedValues, advancedForm } from './advanced-values.ts';
import { DeleteAvatar } from './DeleteAvatar.tsx';
import { EventFields } from './EventFields.tsx';
import { LimitFields } from './LimitFields.tsx';
import { PrivacyFields } from './PrivacyFields.tsx';
import classes from './tabs.module.css';
import { useSettings } from './use-settings.ts';

export function AdvancedTab({ avatar }: { avatar: Avatar }) {
  const isOwner = useIsOwner();
  const { form, submit, problem, isSaving } = useSettings<AdvancedValues>(avatar, advancedForm, toChange);
  return (
    <>
      <form onSubmit={submit}>
        {problem === null ? null : <Problem error={problem} />}
        <PrivacyFields form={form} />
        <LimitFields form={form} />
        <EventFields form={form} />
        <SaveBar dirty={form.isDirty()} busy={isSaving} onUndo={form.reset} />
      </form>
      {isOwner ? (
        <div className={classes.below}>
          <DeleteAvatar avatar={avatar} />
        </div>
      ) : null}
    </>
  );
}

function toChange({ maxSessions, webhookId, ...rest }: Partial<AdvancedValues>): AvatarChange {
  return {
    ...rest,
    ...(maxSessions === undefined ? {} : { maxSessions: maxSessions === '' ? null : maxSessions }),
    ...(webhookId === undefined ? {} : { webhookId: webhookId || null }),
  };
}
