import type { Look } from '@parley/protocol/dashboard';
import { useEffect, useRef, useState } from 'react';
import { backgroundOf } from './background-of.ts';
import classes from './Face.module.css';
import { faceModule, type ShownFace } from './face-module.ts';

/** An avatar's face: a still portrait in lists, a moving one where there is only one of them. */
export function Face(props: {
  look: Look;
  /** Address of the avatar's own model, where it has one. */
  model?: string | null;
  moving?: boolean;
  letter?: string;
  onFace?: (face: ShownFace) => void;
}) {
  const { moving = false, model = null, onFace } = props;
  const stage = useRef<HTMLDivElement>(null);
  const tell = useRef(onFace);
  tell.current = onFace;
  const [shown, setShown] = useState<ShownFace['kind']>('none');
  // A look may be an object that is made anew at every drawing; its content decides.
  const wanted = JSON.stringify(model === null ? props.look : { look: props.look, model });
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    // The face before stays until this one is there, so that a change does not flicker.
    const place = document.createElement('div');
    place.className = classes.place ?? '';
    if (!moving) place.dataset.face = 'still';
    element.append(place);
    let current: ShownFace | null = null;
    let isGone = false;
    const show = (face: ShownFace): void => {
      if (isGone) return face.face.dispose();
      current = face;
      while (element.firstChild !== place) element.firstChild?.remove();
      setShown(face.kind);
      tell.current?.(face);
    };
    void faceModule()
      .then(({ mountFace }) => (isGone ? null : mountFace(place, JSON.parse(wanted) as Look, show)))
      .then((face) => face && show(face))
      .catch(() => setShown('none'));
    return () => {
      isGone = true;
      if (current === null) place.remove();
      current?.face.dispose();
    };
  }, [wanted, moving]);
  return (
    <div className={classes.face} style={{ background: backgroundOf(props.look) }}>
      <div ref={stage} className={classes.stage} aria-hidden="true" />
      {shown === 'none' && props.letter !== undefined ? (
        <span className={classes.initial} aria-hidden="true">
          {props.letter}
        </span>
      ) : null}
    </div>
  );
}
