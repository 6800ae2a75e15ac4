import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import classes from './NewAvatar.module.css';
import { type SetUpStep, setUpSteps } from './set-up-steps.ts';

const text = strings.newAvatar;

/** All steps in order. Those that can be opened now are buttons. */
export function StepList(props: {
  step: SetUpStep;
  canOpen: (step: SetUpStep) => boolean;
  onOpen: (step: SetUpStep) => void;
}) {
  const current = setUpSteps.indexOf(props.step);
  return (
    <ol className={classes.steps} aria-label={text.stepsLabel}>
      {setUpSteps.map((name, index) => (
        <li key={name}>
          <button
            type="button"
            className={classes.step}
            aria-current={index === current ? 'step' : undefined}
            data-done={index < current ? '' : undefined}
            disabled={!props.canOpen(name)}
            onClick={() => props.onOpen(name)}
          >
            <span className={classes.number}>
              {index < current ? <Icon name="check" size={13} /> : index + 1}
            </span>
            <span className={classes.stepName}>{text.steps[name]}</span>
            {index < current ? <span className="sr">({text.stepDone})</span> : null}
          </button>
        </li>
      ))}
    </ol>
  );
}
