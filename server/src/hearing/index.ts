export { HearingFailure } from './hearing-failure.ts';
export { maxRecordingBytes, readRecording } from './recording.ts';
export { createTranscription, type Transcription, type TranscriptionServer } from './transcription.ts';
export {
  findTurnModel,
  installTurnModel,
  installTurnModelInBackground,
  removeTurnModel,
  turnModelPath,
  turnModelSentence,
  turnModelStatus,
} from './turn-model/turn-model.ts';
