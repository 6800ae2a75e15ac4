/** Names are `kind:voice`, such as `flite:slt`, `espeak:de` or `openai:alloy`. */
export const voiceKinds = ['flite', 'espeak', 'openai', 'azure', 'elevenlabs'] as const;
export type VoiceKind = (typeof voiceKinds)[number];

export const DEFAULT_VOICE = 'flite:slt';

export type VoiceName = { readonly kind: VoiceKind; readonly voice: string };

/** An empty name is the default. Null for what is no name. */
export function parseVoiceName(name: string): VoiceName | null {
  const [, kind = '', voice = ''] = /^([a-z]+):(.{1,128})$/s.exec(name === '' ? DEFAULT_VOICE : name) ?? [];
  const known = voiceKinds.find((candidate) => candidate === kind);
  return known === undefined ? null : { kind: known, voice };
}
