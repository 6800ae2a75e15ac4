import type { Look } from '@parley/protocol/dashboard';
import { useEffect, useRef, useState } from 'react';
import { backgroundOf } from './background-of.ts';
import classes from './Face.module.css';
import { loadFaceModule, type ShownFace } from './face-module.ts';

type MountedFace = { readonly face: ShownFace; readonly element: HTMLElement };

function unmountFace(held: { current: MountedFace | null }): void {
  held.current?.face.face.dispose();
  held.current?.element.remove();
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
  const onFaceRef = useRef(onFace);
  onFaceRef.current = onFace;
  const [shown, setShown] = useState<ShownFace['kind']>('none');
  // A look may be an object that is made anew at every drawing; its content decides.
  const wanted = JSON.stringify(model === null ? props.look : { look: props.look, model });
  const mounted = useRef<MountedFace | null>(null);
  useEffect(() => () => unmountFace(mounted), []);
  useEffect(() => {
    const place = document.createElement('div');
    place.className = classes.place ?? '';
    if (!moving) place.dataset.face = 'still';
    stage.current?.append(place);
    let isGone = false;
    const show = (face: ShownFace): void => {
      if (isGone) return face.face.dispose();
      // The face before stays until this one is there, so that a change does not flicker.
      if (mounted.current?.element !== place) unmountFace(mounted);
      mounted.current = { face, element: place };
      setShown(face.kind);
      onFaceRef.current?.(face);
    };
    void loadFaceModule()
      .then(({ mountFace }) => (isGone ? null : mountFace(place, JSON.parse(wanted) as Look, show)))
      .then((face) => face && show(face))
      .catch(() => setShown('none'));
    return () => {
      isGone = true;
      if (mounted.current?.element !== place) place.remove();
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
