export { type Answer, type ParsedReply, parseReply } from './compare/answer.ts';
export { type ComparedSide, compareAnswers, tagLine } from './compare/compare-answers.ts';
export { splitWords, wordChanges } from './compare/word-changes.ts';
export { crowdEndpoint } from './crowd/crowd-endpoint.ts';
export type { CrowdPlan } from './crowd/load/crowd-plan.ts';
export type { StepResult } from './crowd/load/judge-step.ts';
export { crowdHtml } from './crowd/report/crowd-html.ts';
export type { CrowdReport } from './crowd/report/crowd-report.ts';
export { crowdSentence, verdictWords } from './crowd/report/crowd-sentence.ts';
export { type CrowdRun, runCrowd } from './crowd/run-crowd.ts';
export { AnswerTimer } from './player/answer-timer.ts';
export { askBrain } from './player/ask-brain.ts';
export { type ListenerOptions, listenForCallbacks } from './player/callback-listener.ts';
export { type Evidence, evidenceOf } from './player/evidence.ts';
export { messageText, shownUrl } from './player/message-text.ts';
export { outboundAnywhere } from './player/outbound-anywhere.ts';
export {
  type EndpointTarget,
  isOrdinary,
  PlayedSession,
  type PlayedStep,
  type SessionChanges,
} from './player/played-session.ts';
export { rehearse } from './rehearse.ts';
export { rehearseEndpoint } from './rehearse-endpoint.ts';
export { lineChart } from './report/html/line-chart.ts';
export { reportPage } from './report/html/report-page.ts';
export { reportTable } from './report/html/report-table.ts';
export { junitXml } from './report/junit-file.ts';
export { rehearsalJunit } from './report/rehearsal-junit.ts';
export { type RehearsalReport, rehearsalReport } from './report/rehearsal-report.ts';
export { rehearsalText } from './report/rehearsal-text.ts';
export { scriptFaults } from './script/script-faults.ts';
export { type Conversation, type ScriptFile, scriptFile } from './script/script-file.ts';
export type { Visit } from './visits/visit.ts';
