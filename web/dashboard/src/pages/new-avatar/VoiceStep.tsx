import { nearestPreset } from '@parley/face';
import { avatarSettings } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { useState } from 'react';
import { FieldGroup } from '../../components/FieldGroup.tsx';
import { Face } from '../../faces/Face.tsx';
import type { ShownFace } from '../../faces/face-module.ts';
import { strings } from '../../strings/index.ts';
import { TryVoice } from '../avatar/TryVoice.tsx';
import tabs from '../avatar/tabs.module.css';
import type { AvatarForm } from '../avatar/use-avatar-form.ts';
import { useTryVoice } from '../avatar/use-try-voice.ts';
import { VoiceFields } from '../avatar/VoiceFields.tsx';
import { heardVoice } from '../avatar/voice-values.ts';
import classes from './NewAvatar.module.css';

/** The voices beside the face, which moves while one is heard. */
export function VoiceStep({ avatar, form }: { avatar: Avatar; form: AvatarForm }) {
  const [face, setFace] = useState<ShownFace | null>(null);
  const { voice, look, greeting } = form.values;
  const trial = useTryVoice(avatar.id, face);
  const faceVoice = nearestPreset(look);
  return (
    <div className={classes.beside}>
      <div className={tabs.stage} role="img" aria-label={strings.avatar.general.preview}>
        <Face
          moving
          look={look}
          model={avatar.model && new URL(avatar.model.url).pathname}
          onFace={setFace}
        />
      </div>
      <div>
        <FieldGroup path="voice" label={avatarSettings.voice.label} error={form.errors.voice}>
          <VoiceFields
            value={voice}
            hasKey={avatar.voice.hasKey}
            faceVoice={faceVoice}
            trial={trial}
            onChange={(next) => form.setFieldValue('voice', () => next)}
          />
        </FieldGroup>
        <TryVoice voice={heardVoice(voice, faceVoice)} greeting={greeting} trial={trial} />
      </div>
    </div>
  );
}
