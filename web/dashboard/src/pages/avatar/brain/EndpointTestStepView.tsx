import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { EndpointTestStep } from '@parley/protocol/management';
import { CodeBlock } from '../../../components/values/CodeBlock.tsx';
import { headerText, prettyJson } from '../../../components/values/format-text.ts';
import { milliseconds } from '../../../components/values/format-time.ts';
import { StatusBadge } from '../../../components/values/StatusBadge.tsx';
import { fill, strings } from '../../../strings/index.ts';
import classes from './EndpointTest.module.css';

const text = strings.avatar.test;
const tones = { ok: 'good', failed: 'bad', skipped: 'quiet' } as const;

export function EndpointTestStepView({ step }: { step: EndpointTestStep }) {
  const [isOpen, details] = useDisclosure(step.outcome === 'failed');
  const { request, answer } = step;
  return (
    <li className={classes.step}>
      <div className={classes.head}>
        <Text fw={650} className="mono">
          {step.action}
        </Text>
        <StatusBadge tone={tones[step.outcome]}>{text.outcome[step.outcome]}</StatusBadge>
        <span className={`${classes.times} number`}>
          {step.firstByteMs === null ? null : `${milliseconds(step.firstByteMs)} ${text.firstByte} · `}
          {step.totalMs === null ? null : `${milliseconds(step.totalMs)} ${text.total}`}
        </span>
      </div>
      {step.problems.length + step.advice.length === 0 ? null : (
        <ul className={classes.list}>
          {step.problems.map((problem) => (
            <li key={problem} className={classes.problem}>
              {problem}
            </li>
          ))}
          {step.advice.map((advice) => (
            <li key={advice}>{advice}</li>
          ))}
        </ul>
      )}
      {request === null ? null : (
        <Button variant="subtle" size="compact-sm" mt="xs" aria-expanded={isOpen} onClick={details.toggle}>
          {isOpen ? text.hide : text.show}
        </Button>
      )}
      {isOpen && request !== null ? (
        <div className={classes.exchange}>
          <CodeBlock
            wrap
            label={text.request}
            code={`POST ${request.url}\n${headerText(request.headers)}\n\n${prettyJson(request.body)}`}
          />
          {answer === null ? (
            <Text size="sm">{text.noAnswer}</Text>
          ) : (
            <div>
              <CodeBlock
                wrap
                label={fill(text.answer, { status: answer.status })}
                code={`${headerText(answer.headers)}\n\n${prettyJson(answer.body)}`}
              />
              {answer.cut ? <Text size="xs">{text.cut}</Text> : null}
            </div>
          )}
        </div>
      ) : null}
    </li>
  );
}
