import { avatarSettingSections as sections } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { useState } from 'react';
import { FieldGroup } from '../../components/forms/FieldGroup.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import type { ShownFace } from '../../faces/face-module.ts';
import { FurtherLanguages } from './language/FurtherLanguages.tsx';
import { LanguageField } from './language/LanguageField.tsx';
import { LookPicker } from './look/LookPicker.tsx';
import { ModelPanel } from './look/ModelPanel.tsx';
import { SettingSection } from './settings/SettingSection.tsx';
import classes from './tabs.module.css';
import type { AvatarForm } from './use-avatar-form.ts';
import { HearingFields } from './voice/HearingFields.tsx';
import { PronunciationSetting } from './voice/PronunciationSetting.tsx';
import { useTryVoice } from './voice/use-try-voice.ts';
import { VoiceSetting } from './voice/VoiceSetting.tsx';

export function GeneralTab({ avatar, form }: { avatar: Avatar; form: AvatarForm }) {
  const [face, setFace] = useState<ShownFace | null>(null);
  const trial = useTryVoice(avatar.id, face, form.values.language);
  const { look, hearing } = form.values;
  return (
    <div className={classes.two}>
      <div>
        <SettingSection
          name="basics"
          avatar={avatar}
          form={form}
          own={{
            language: <LanguageField form={form} />,
            furtherLanguages: <FurtherLanguages form={form} />,
          }}
        />
        <Panel title={sections.voice.title} lead={sections.voice.lead}>
          <VoiceSetting label={sections.voice.title} avatar={avatar} form={form} trial={trial} />
        </Panel>
        <PronunciationSetting form={form} trial={trial} />
        <SettingSection
          name="hearing"
          avatar={avatar}
          form={form}
          own={{
            hearing: (
              <FieldGroup path="hearing" label={sections.hearing.title} error={form.errors.hearing}>
                <HearingFields
                  value={hearing}
                  hasKey={avatar.hearing.server?.hasKey ?? false}
                  onChange={(next) => form.setFieldValue('hearing', () => next)}
                />
              </FieldGroup>
            ),
          }}
        />
      </div>
      <div>
        <Panel title={sections.look.title} lead={sections.look.lead}>
          <FieldGroup path="look" label={sections.look.title} error={form.errors.look}>
            <LookPicker
              value={look}
              model={avatar.model && new URL(avatar.model.url).pathname}
              onChange={(next) => form.setFieldValue('look', () => next)}
              onFace={setFace}
            />
          </FieldGroup>
        </Panel>
        <ModelPanel avatar={avatar} />
      </div>
    </div>
  );
}
