import type { Emit } from '../calls/call.ts';
import type { CallManager } from '../calls/call-manager.ts';
import type { FaceHost } from '../face/face-host.ts';
import type { Microphone } from '../hearing/microphone.ts';
import type { VoiceCallbacks } from './avatar-voice.ts';

/** Lets the face, the microphone and the call follow the avatar's voice. `parts` is called after the start. */
export const voiceCallbacks = (
  emit: Emit,
  face: FaceHost,
  parts: () => { readonly microphone: Microphone; readonly calls: CallManager },
): VoiceCallbacks => ({
  handleCaption: (caption) => emit('caption', caption),
  handleTranscript: (transcript) => emit('avatar-transcript', transcript),
  handleSentence(sentence, elapsedMs) {
    if (sentence.sentence.failed === true) face.handleApology();
    parts().microphone.ears.handleSentence(sentence.sentence.text);
    face.handleSpeech(sentence.visemes, elapsedMs);
  },
  handleSpeech(active) {
    if (!active) face.handleSilence();
    parts().microphone.ears.handleAvatarSpeech(active);
    emit('avatar-speech', { active });
  },
  handleOpen: (isOpen, languages) => parts().calls.client?.setAudioWanted(isOpen, languages),
});
