import {
  type AvatarSettingName,
  type AvatarSettingSection,
  avatarSettingSections,
  isSecretEntry,
  secretMark,
  settingEntries,
} from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import type { ReactNode } from 'react';
import { Panel } from '../../../components/page/Panel.tsx';
import classes from '../tabs.module.css';
import { SettingField } from './SettingField.tsx';
import type { SettingForm } from './setting-values.ts';

/** The settings of a section, in the order of the table. `own` has the fields that look different here. */
export function SettingSection(props: {
  name: AvatarSettingSection;
  avatar: Avatar;
  form: SettingForm;
  own?: Partial<Record<AvatarSettingName, ReactNode>>;
  actions?: ReactNode;
}) {
  const { name, avatar, form } = props;
  const own: Partial<Record<string, ReactNode>> = props.own ?? {};
  const section = avatarSettingSections[name];
  const entries = settingEntries.filter(({ setting }) => setting.section === name);
  return (
    <Panel
      title={section.title}
      {...('lead' in section ? { lead: section.lead } : {})}
      actions={props.actions}
    >
      <div className={classes.fields}>
        {entries.map((entry) => (
          <div key={entry.name}>
            {own[entry.name] ?? (
              <SettingField
                entry={entry}
                form={form}
                isSet={isSecretEntry(entry) && avatar[secretMark(entry.name)]}
              />
            )}
          </div>
        ))}
      </div>
    </Panel>
  );
}
