import { judgeAnswer } from './compare/judge-answer.ts';
import { type ConversationResult, notTried, type StepResult } from './report/rehearsal-report.ts';
import type { Conversation, ScriptFile } from './script/script-file.ts';
import { type Step, stepOf, stepText } from './script/steps.ts';
import type { Visit } from './visits/visit.ts';

type Played = Pick<StepResult, 'faults' | 'answer'>;

/** Plays all conversations side by side. A step that fails does not end its conversation. */
export const rehearse = (
  { conversations }: ScriptFile,
  visit: (conversation: Conversation) => Visit,
): Promise<ConversationResult[]> =>
  Promise.all(conversations.map((conversation) => converse(conversation, visit(conversation))));

async function converse({ name, steps }: Conversation, visit: Visit): Promise<ConversationResult> {
  const { problem, reached } = await visit.join();
  if (problem !== null)
    return { name, reached, joining: problem, steps: steps.map((step) => notTried(stepText(step))) };
  const results: StepResult[] = [];
  const play = async (text: string, step: Step) => {
    const { faults, answer } = await playStep(visit, step);
    results.push({ text, outcome: faults.length === 0 ? 'passed' : 'failed', faults, answer });
  };
  for (const entry of steps) await play(stepText(entry), stepOf(entry));
  if (steps.at(-1)?.hangUp === undefined) await play('hang up', { kind: 'hangUp' });
  return { name, reached, joining: null, steps: results };
}

async function playStep(visit: Visit, step: Step): Promise<Played> {
  switch (step.kind) {
    case 'say':
    case 'send': {
      const answer = await visit.say(step.text, step.interruptAfter);
      return { faults: judgeAnswer(answer, step.expect), answer };
    }
    case 'silence':
    case 'callback': {
      const answer = await visit.listen(step.ms, step.kind === 'silence' ? 'time' : 'words');
      return { faults: judgeAnswer(answer, step.expect), answer };
    }
    case 'drop':
      return silent(await visit.comeBack(step.ms));
    case 'hangUp':
      return silent(await visit.hangUp());
  }
}

const silent = (problem: string | null): Played => ({
  faults: problem === null ? [] : [problem],
  answer: null,
});
