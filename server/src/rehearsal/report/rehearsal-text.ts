import { shortLine } from '@parley/protocol';
import type { Answer } from '../compare/answer.ts';
import { tagText } from '../compare/judge-answer.ts';
import {
  type ConversationResult,
  isGood,
  type RehearsalReport,
  type StepResult,
} from './rehearsal-report.ts';

const shownCharacters = 400;

/** The report for a person: what failed first, then every step of the conversations that failed. */
export function rehearsalText({ subject, verdict, seconds, conversations }: RehearsalReport): string {
  const faulty = conversations.filter((conversation) => !isGood(conversation));
  const [all, bad] = [conversations.length, faulty.length];
  const headline = {
    good: `GOOD: ${counted(all)}: ${subject}`,
    faulty: `FAILED: ${bad} of ${counted(all)}: ${subject}`,
    untried: `COULD NOT BE TRIED: ${subject}`,
  }[verdict];
  return [
    headline,
    '',
    ...faulty.flatMap(details),
    ...conversations.filter(isGood).map(({ name, steps }) => `passed  ${name} (${steps.length} steps)`),
    `${seconds} s.`,
  ].join('\n');
}

const counted = (count: number): string => `${count} conversation${count === 1 ? '' : 's'}`;

const details = ({ name, joining, steps }: ConversationResult): string[] => [
  `FAILED  ${name}`,
  ...(joining === null ? steps.flatMap(stepLines) : [`  ${joining}`]),
  '',
];

function stepLines({ text, outcome, faults, answer }: StepResult, index: number): string[] {
  const number = String(index + 1).padStart(4);
  return [
    `${number}  ${outcome === 'failed' ? 'FAILED' : outcome}  ${shortLine(text, shownCharacters)}`,
    ...faults.map((fault) => `        ${fault}`),
    ...(outcome === 'failed' && answer !== null ? [`        Came: ${answerText(answer)}`] : []),
  ];
}

export function answerText({ words, tags }: Answer): string {
  const parts = [...(words === '' ? [] : [`"${words}"`]), ...tags.map(tagText)];
  return parts.length === 0 ? 'nothing' : shortLine(parts.join(' '), shownCharacters);
}
