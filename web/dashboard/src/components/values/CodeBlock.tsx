import { fill, strings } from '../../strings/index.ts';
import classes from './CodeBlock.module.css';
import { CopyButton } from './CopyButton.tsx';

/** Scrollable monospaced text with a copy button. */
export function CodeBlock({ code, label, wrap = false }: { code: string; label: string; wrap?: boolean }) {
  return (
    <div className={classes.block}>
      <div className={classes.head}>
        <span>{label}</span>
        <CopyButton small text={code} label={fill(strings.common.copyWhat, { what: label })} />
      </div>
      <section
        aria-label={label}
        tabIndex={0}
        className={wrap ? `${classes.code} ${classes.wrap}` : classes.code}
      >
        {code}
      </section>
    </div>
  );
}
