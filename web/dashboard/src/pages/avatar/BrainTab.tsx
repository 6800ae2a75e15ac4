import type { Avatar } from '@parley/protocol/management';
import { EditConflict } from '../../components/EditConflict.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { SaveBar } from '../../components/SaveBar.tsx';
import { EndpointTestPanel } from './EndpointTestPanel.tsx';
import { SettingSection } from './SettingSection.tsx';
import { settingChange, settingValues } from './setting-values.ts';
import classes from './tabs.module.css';
import { useSettings } from './use-settings.ts';

export function BrainTab({ avatar }: { avatar: Avatar }) {
  const { form, submit, error, conflict, isSaving } = useSettings(avatar, settingValues, settingChange);
  const { brain, endpointUrl, endpointKey } = form.values;
  return (
    <>
      <form onSubmit={submit}>
        <EditConflict conflict={conflict} />
        {error === null ? null : <ErrorAlert error={error} />}
        <SettingSection name="brain" avatar={avatar} form={form} />
        <SettingSection name={brain} avatar={avatar} form={form} />
        <SettingSection name="timing" avatar={avatar} form={form} />
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
