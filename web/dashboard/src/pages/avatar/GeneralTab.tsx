import { nearestPreset } from '@parley/face';
import { avatarSettingSections as sections } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { useState } from 'react';
import { FieldGroup } from '../../components/FieldGroup.tsx';
import { Panel } from '../../components/Panel.tsx';
import type { ShownFace } from '../../faces/face-module.ts';
import { HearingFields } from './HearingFields.tsx';
import { LookPicker } from './LookPicker.tsx';
import { ModelPanel } from './ModelPanel.tsx';
import { SettingSection } from './SettingSection.tsx';
import { TryVoice } from './TryVoice.tsx';
import classes from './tabs.module.css';
import type { AvatarForm } from './use-avatar-form.ts';
import { useTryVoice } from './use-try-voice.ts';
import { VoiceFields } from './VoiceFields.tsx';
import { heardVoice } from './voice-values.ts';

export function GeneralTab({ avatar, form }: { avatar: Avatar; form: AvatarForm }) {
  const [face, setFace] = useState<ShownFace | null>(null);
  const { look, voice, greeting, hearing } = form.values;
  const trial = useTryVoice(avatar.id, face);
  const faceVoice = nearestPreset(look);
  return (
    <div className={classes.two}>
      <div>
        <SettingSection name="basics" avatar={avatar} form={form} />
        <Panel title={sections.voice.title} lead={sections.voice.lead}>
          <FieldGroup path="voice" label={sections.voice.title} error={form.errors.voice}>
            <VoiceFields
              value={voice}
              hasKey={avatar.voice.hasKey}
              faceVoice={faceVoice}
              trial={trial}
              onChange={(next) => form.setFieldValue('voice', () => next)}
            />
          </FieldGroup>
          <TryVoice voice={heardVoice(voice, faceVoice)} greeting={greeting} trial={trial} />
        </Panel>
        <Panel title={sections.hearing.title} lead={sections.hearing.lead}>
          <FieldGroup path="hearing" label={sections.hearing.title} error={form.errors.hearing}>
            <HearingFields
              value={hearing}
              hasKey={avatar.hearing.server?.hasKey ?? false}
              onChange={(next) => form.setFieldValue('hearing', () => next)}
            />
          </FieldGroup>
        </Panel>
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
