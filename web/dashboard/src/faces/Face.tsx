import type { Look } from '@parley/protocol/dashboard';
import { useEffect, useRef, useState } from 'react';
import { backgroundOf } from './background-of.ts';
import classes from './Face.module.css';
import { faceModule, type ShownFace } from './face-module.ts';

/** An avatar's face: a still portrait in lists, a moving one where there is only one of them. */
export function Face(props: {
  look: Look;
  moving?: boolean;
  letter?: string;
  onFace?: (face: ShownFace) => void;
}) {
  const { moving = false, onFace } = props;
  const stage = useRef<HTMLDivElement>(null);
  const tell = useRef(onFace);
  tell.current = onFace;
  const [shown, setShown] = useState<ShownFace['kind']>('none');
  // A look may be an object that is made anew at every drawing; its content decides.
  const wanted = JSON.stringify(props.look);
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    let current: ShownFace | null = null;
    let isGone = false;
    const show = (face: ShownFace): void => {
      if (isGone) return face.face.dispose();
      current = face;
      setShown(face.kind);
      tell.current?.(face);
    };
    void faceModule()
      .then(({ mountFace }) => (isGone ? null : mountFace(element, JSON.parse(wanted) as Look, show)))
      .then((face) => face && show(face))
      .catch(() => setShown('none'));
    return () => {
      isGone = true;
      current?.face.dispose();
      element.replaceChildren();
    };
  }, [wanted]);
  return (
    <div className={classes.face} style={{ background: backgroundOf(props.look) }}>
      <div
        ref={stage}
        className={classes.stage}
        data-face={moving ? undefined : 'still'}
        aria-hidden="true"
      />
      {shown === 'none' && props.letter !== undefined ? (
        <span className={classes.initial} aria-hidden="true">
          {props.letter}
        </span>
      ) : null}
    </div>
  );
}
