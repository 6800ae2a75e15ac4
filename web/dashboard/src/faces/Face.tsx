import type { Look } from '@parley/protocol/management';
import { useEffect, useRef, useState } from 'react';
import { backgroundOf } from './background-of.ts';
import classes from './Face.module.css';
import { loadFaceModule, type ShownFace } from './face-module.ts';

type MountedFace = { readonly face: ShownFace; readonly element: HTMLElement };

function unmountFace(mounted: { current: MountedFace | null }): void {
  mounted.current?.face.face.dispose();
  mounted.current?.element.remove();
  mounted.current = null;
}

/** An avatar's face: a still portrait in lists, a moving face if there is only one. */
export function Face(props: {
  look: Look;
  /** URL of the avatar's own model, if it has one. */
  model?: string | null;
  /** URL of the pictures of this look or model, for devices without 3D. */
  portrait?: string | null;
  moving?: boolean;
  letter?: string;
  onFace?: (face: ShownFace) => void;
}) {
  const { moving = false, model = null, portrait = null, onFace } = props;
  const stage = useRef<HTMLDivElement>(null);
  const onFaceRef = useRef(onFace);
  onFaceRef.current = onFace;
  // Null until drawing the face has succeeded or failed.
  const [shownKind, setShownKind] = useState<ShownFace['kind'] | null>(null);
  // A look may be a new object in every render, so its content is compared.
  const lookJson = JSON.stringify(model || portrait ? { look: props.look, model, portrait } : props.look);
  const mounted = useRef<MountedFace | null>(null);
  useEffect(() => () => unmountFace(mounted), []);
  useEffect(() => {
    const element = document.createElement('div');
    element.className = classes.element ?? '';
    if (!moving) element.dataset.face = 'picture';
    stage.current?.append(element);
    let isUnmounted = false;
    const show = (face: ShownFace): void => {
      if (isUnmounted) return face.face.dispose();
      // The previous face stays until the new one is ready, so that a change does not flicker.
      if (mounted.current?.element !== element) unmountFace(mounted);
      mounted.current = { face, element };
      setShownKind(face.kind);
      onFaceRef.current?.(face);
    };
    void loadFaceModule()
      .then(({ mountFace }) => (isUnmounted ? null : mountFace(element, JSON.parse(lookJson) as Look, show)))
      .then((face) => face && show(face))
      // A face that is already shown stays. The letter is shown only if there is no face.
      .catch(() => mounted.current === null && setShownKind('none'));
    return () => {
      isUnmounted = true;
      if (mounted.current?.element !== element) element.remove();
    };
  }, [lookJson, moving]);
  return (
    <div className={classes.face} style={{ background: backgroundOf(props.look) }}>
      <div ref={stage} className={classes.stage} aria-hidden="true" />
      {shownKind === 'none' && props.letter !== undefined ? (
        <span className={classes.initial} aria-hidden="true">
          {props.letter}
        </span>
      ) : null}
    </div>
  );
}
