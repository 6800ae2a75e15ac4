export { addCustomRecogniser } from './custom/add-custom-recogniser.ts';
export { customRecogniserName, customRecognisers } from './custom/custom-recognisers.ts';
export { HearingEngine } from './custom/hearing-engine.ts';
export { HearingFailure } from './hearing-failure.ts';
export { maxRecordingBytes, readRecording, samplesOf } from './recording.ts';
export { createTranscription, type Transcription } from './transcription.ts';
export {
  findTurnModel,
  installTurnModel,
  installTurnModelInBackground,
  removeTurnModel,
  turnModelPath,
  turnModelSentence,
  turnModelStatus,
} from './turn-model/turn-model.ts';
