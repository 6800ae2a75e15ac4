import type { Look } from '@parley/protocol/dashboard';
import { useEffect, useRef, useState } from 'react';
import { backgroundOf } from './background-of.ts';
import classes from './Face.module.css';
import { faceModule, type ShownFace } from './face-module.ts';

type Held = { readonly face: ShownFace; readonly place: HTMLElement };

function drop(held: { current: Held | null }): void {
  held.current?.face.face.dispose();
  held.current?.place.remove();
  held.current = null;
}

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
  const held = useRef<Held | null>(null);
  useEffect(() => () => drop(held), []);
  useEffect(() => {
    const place = document.createElement('div');
    place.className = classes.place ?? '';
    if (!moving) place.dataset.face = 'still';
    stage.current?.append(place);
    let isGone = false;
    const show = (face: ShownFace): void => {
      if (isGone) return face.face.dispose();
      // The face before stays until this one is there, so that a change does not flicker.
      if (held.current?.place !== place) drop(held);
      held.current = { face, place };
      setShown(face.kind);
      tell.current?.(face);
    };
    void faceModule()
      .then(({ mountFace }) => (isGone ? null : mountFace(place, JSON.parse(wanted) as Look, show)))
      .then((face) => face && show(face))
      .catch(() => setShown('none'));
    return () => {
      isGone = true;
      if (held.current?.place !== place) place.remove();
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
