import { Text } from '@mantine/core';
import { nearestPreset } from '@parley/face/rules';
import { languageTexts } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { FieldGroup } from '../../../components/forms/FieldGroup.tsx';
import { fill, strings } from '../../../strings/index.ts';
import type { AvatarForm } from '../use-avatar-form.ts';
import { TryVoice } from './TryVoice.tsx';
import type { VoiceTrial } from './use-try-voice.ts';
import { VoiceFields } from './VoiceFields.tsx';
import { isVoiceOfLanguage, triedVoice } from './voice-values.ts';

type VoiceSettingProps = {
  readonly label: string;
  readonly avatar: Avatar;
  readonly form: AvatarForm;
  readonly trial: VoiceTrial;
};

/** The choice of a voice, with a button to hear it. */
export function VoiceSetting({ label, avatar, form, trial }: VoiceSettingProps) {
  const { voice, look, greeting, language, pronunciations } = form.values;
  const faceVoice = nearestPreset(look);
  const isOfLanguage = isVoiceOfLanguage(voice, language);
  const note = fill(strings.avatar.languages.voiceOfLanguage, { language: languageTexts(language).label });
  return (
    <>
      {isOfLanguage ? (
        <Text size="sm" mb="sm">
          {note}
        </Text>
      ) : null}
      <FieldGroup path="voice" label={label} error={form.errors.voice}>
        <VoiceFields
          value={voice}
          hasKey={avatar.voice.hasKey}
          faceVoice={faceVoice}
          trial={trial}
          onChange={(next) => form.setFieldValue('voice', () => next)}
        />
      </FieldGroup>
      <TryVoice
        voice={triedVoice(voice, faceVoice, language)}
        greeting={greeting}
        pronunciations={pronunciations}
        trial={trial}
      />
    </>
  );
}
