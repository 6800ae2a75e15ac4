import { avatarSettings } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { useState } from 'react';
import { Face } from '../../faces/Face.tsx';
import type { ShownFace } from '../../faces/face-module.ts';
import { strings } from '../../strings/index.ts';
import tabs from '../avatar/tabs.module.css';
import type { AvatarForm } from '../avatar/use-avatar-form.ts';
import { VoiceSetting } from '../avatar/voice/VoiceSetting.tsx';
import classes from './NewAvatar.module.css';

/** The voices beside the face. The face moves while a voice is played. */
export function VoiceStep({ avatar, form }: { avatar: Avatar; form: AvatarForm }) {
  const [face, setFace] = useState<ShownFace | null>(null);
  const { look } = form.values;
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
        <VoiceSetting label={avatarSettings.voice.label} avatar={avatar} form={form} face={face} />
      </div>
    </div>
  );
}
