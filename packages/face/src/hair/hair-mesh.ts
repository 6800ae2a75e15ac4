import type { HeadMesh } from '../head/head-mesh.ts';
import type { HairStyle } from '../look/face-look.ts';
import type { Curve } from '../maths/curve.ts';
import { seededRandom } from '../maths/random.ts';
import { addCap } from './cap.ts';
import type { HairDesigner } from './design.ts';
import { type HairMesh, hairBuilder } from './hair-builder.ts';
import { growLock } from './lock.ts';
import { scalpOf } from './scalp.ts';
import { bald, buzz } from './styles/close-styles.ts';
import { afro, curly } from './styles/curly-styles.ts';
import { bun, ponytail } from './styles/gathered-styles.ts';
import { bob, long, wavy } from './styles/long-styles.ts';
import { fringe, pixie, quiff, receding, short } from './styles/short-styles.ts';

const designers: Record<HairStyle, HairDesigner> = {
  bald,
  receding,
  buzz,
  short,
  quiff,
  fringe,
  curly,
  afro,
  pixie,
  bob,
  long,
  wavy,
  bun,
  ponytail,
};

export interface Hair {
  readonly mesh: HairMesh;
  readonly fineness: number;
  /** The station where the hair ends, by the angle from the front. Undefined without hair. */
  readonly hairline: Curve | undefined;
}

export function hairMesh(head: HeadMesh, style: HairStyle): Hair {
  const scalp = scalpOf(head.form, head.loft);
  const design = designers[style](scalp, seededRandom(11));
  const builder = hairBuilder();
  if (design.cap) addCap(builder, head, design.cap);
  for (const plan of design.locks) builder.lock(plan, growLock(plan, scalp), scalp);
  for (const { plan, spine } of design.shaped ?? []) builder.lock(plan, spine, scalp);
  return { mesh: builder.finish(), fineness: design.fineness, hairline: design.cap?.hairline };
}
