import type { FrameMethods } from '@parley/client/sdk';
import type { Call } from '../call/call.ts';

/** What an embedding page may do. The call starts and ends as if the visitor had clicked. */
export function framedMethods(call: Call): FrameMethods {
  const { parley } = call;
  return {
    setVisitor: async (visitor) => call.setVisitor(visitor),
    preloadAvatar: () => parley.preloadAvatar(),
    connect: () => call.start(),
    disconnect: () => call.hangUp(),
    reconnect: () => parley.reconnect(),
    keepAlive: async () => parley.keepAlive(),
    getConnectionStatus: async () => parley.getConnectionStatus(),
    isConnected: async () => parley.isConnected(),
    isMediaConnected: async () => parley.isMediaConnected(),
    getSessionId: async () => parley.sessionId,
    sendMessage: async (text) => call.sendMessage(text),
    sendMessageToAvatar: async (text) => parley.sendMessageToAvatar(text),
    registerTag: async (tag, event) => parley.registerTag(tag, event),
    addContext: async (text) => parley.addContext(text),
    clearContext: async () => parley.clearContext(),
    interrupt: async () => parley.interrupt(),
    setLanguage: async (name) => parley.setLanguage(name),
    stopAvatarSpeech: async () => parley.stopAvatarSpeech(),
    downloadTranscript: (format) => parley.downloadTranscript(format),
    sendUserTyping: async (active) => parley.sendUserTyping(active),
    requestPerson: async (reason) => parley.requestPerson(reason),
    isPersonAnswering: async () => parley.isPersonAnswering(),
    prepareTurns: () => parley.prepareTurns(),
    startTurn: () => parley.startTurn(),
    endTurn: () => parley.endTurn(),
    cancelTurn: async () => parley.cancelTurn(),
    setMicEnabled: (enabled) => parley.setMicEnabled(enabled),
    toggleMic: () => parley.toggleMic(),
    isMicEnabled: async () => parley.isMicEnabled(),
    setLocalMicrophoneDevice: (deviceId) => parley.setLocalMicrophoneDevice(deviceId),
    setSpeechRecogLang: async (locale) => parley.setSpeechRecogLang(locale),
    setSpeakerEnabled: async (enabled) => parley.setSpeakerEnabled(enabled),
    toggleSpeaker: async () => parley.toggleSpeaker(),
    isSpeakerEnabled: async () => parley.isSpeakerEnabled(),
    getPermissionStatus: (device) => parley.getPermissionStatus(device),
    isPermissionGranted: (device) => parley.isPermissionGranted(device),
  };
}
