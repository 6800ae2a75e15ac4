export { HearingFailure } from './hearing-failure.ts';
export { addOwnRecogniser } from './own/add-own-recogniser.ts';
export { HearingEngine } from './own/hearing-engine.ts';
export { ownRecogniserName, ownRecognisers } from './own/own-recognisers.ts';
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
