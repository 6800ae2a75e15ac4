export { HearingFailure } from './hearing-failure.ts';
export { maxRecordingBytes, readRecording } from './recording.ts';
export { createTranscription, type Transcription, type TranscriptionServer } from './transcription.ts';
