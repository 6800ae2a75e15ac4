import { classifyMessage } from '@parley/protocol';
import { Compile } from 'typebox/compile';
import { listed, patternProblem } from '../compare/expected-words.ts';
import { type Expectation, type StepEntry, stepEntry } from './script-file.ts';
import { durationMs, kindsOf } from './steps.ts';

type Fault = { readonly path: string; readonly problem: string };

const durations = ['silence', 'callback', 'drop'] as const;
const times = ['firstSentenceWithin', 'within'] as const;
const durationProblem = 'must be a time of at most 10 minutes, such as 500ms, 3s or 2m.';

const compiledStep = Compile(stepEntry);

/** What the schema cannot say about a script. A step that is not of the schema is left to it. */
export function scriptFaults(content: unknown): Fault[] {
  const conversations = listIn(content, 'conversations');
  const names = conversations.map((conversation) => fieldOf(conversation, 'name'));
  return conversations.flatMap((conversation, index) => {
    const at = `/conversations/${index}`;
    const steps = listIn(conversation, 'steps');
    const isTwice = names[index] !== undefined && names.indexOf(names[index]) < index;
    return [
      ...(isTwice ? [{ path: `${at}/name`, problem: 'another conversation has this name.' }] : []),
      ...steps.flatMap((step, number) => {
        const faults = compiledStep.Check(step) ? stepFaults(step, number === steps.length - 1) : [];
        return faults.map(({ path, problem }) => ({ path: `${at}/steps/${number}${path}`, problem }));
      }),
    ];
  });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

function stepFaults(step: StepEntry, isLast: boolean): Fault[] {
  const kinds = kindsOf(step);
  const answers = step.drop === undefined && step.hangUp === undefined;
  const spoken = step.say ?? step.send;
  const faults: (Fault | false)[] = [
    kinds.length !== 1 && {
      path: '',
      problem: `a step has exactly one of: say, send, silence, callback, drop, hangUp.${kinds.length > 1 ? ` This one has ${kinds.join(' and ')}.` : ''}`,
    },
    ...durations.map(
      (name) =>
        step[name] !== undefined &&
        durationMs(step[name]) === null && { path: `/${name}`, problem: durationProblem },
    ),
    spoken?.trim() === '' && { path: step.say === undefined ? '/send' : '/say', problem: 'is empty.' },
    step.send !== undefined &&
      step.send.trim() !== '' &&
      classifyMessage(step.send) !== 'custom-only' && {
        path: '/send',
        problem: 'must be tags alone, such as <order id="7"/>. Words are for say.',
      },
    step.interruptAfter !== undefined &&
      spoken === undefined && { path: '/interruptAfter', problem: 'belongs to say or send.' },
    step.expect !== undefined && !answers && { path: '/expect', problem: 'this step has no answer.' },
    step.hangUp === false && { path: '/hangUp', problem: 'must be true.' },
    step.hangUp !== undefined && !isLast && { path: '/hangUp', problem: 'must be the last step.' },
    ...expectationFaults(step.expect ?? {}),
  ];
  return faults.filter((fault) => fault !== false);
}

function expectationFaults(expect: Expectation): (Fault | false)[] {
  return [
    ...times.map(
      (name) =>
        expect[name] !== undefined &&
        durationMs(expect[name]) === null && { path: `/expect/${name}`, problem: durationProblem },
    ),
    ...listed(expect.matches).map((pattern) => {
      const problem = patternProblem(pattern);
      return problem !== null && { path: '/expect/matches', problem };
    }),
    expect.language !== undefined &&
      !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(expect.language) && {
        path: '/expect/language',
        problem: 'must be a language such as de or en-GB.',
      },
  ];
}
