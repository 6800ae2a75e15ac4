import type { AvatarWithSecrets } from '../../avatars/index.ts';
import { type SessionBrain, withBrain } from '../identity/session-brain.ts';

type MaybeAvatar = AvatarWithSecrets | null;

/** The avatar of a session: its settings as they are now, with the brain that the session began with. */
export class SessionAvatar {
  readonly #read: () => Promise<MaybeAvatar> | MaybeAvatar;
  /** Null in a session from before brains were kept. */
  readonly #brain: SessionBrain | null;
  /** Kept, because brains and voices are made once for each avatar object. */
  #last: { readonly from: AvatarWithSecrets; readonly made: AvatarWithSecrets } | null = null;

  constructor(read: () => Promise<MaybeAvatar> | MaybeAvatar, brain: SessionBrain | null) {
    this.#read = read;
    this.#brain = brain;
  }

  read(): Promise<MaybeAvatar> | MaybeAvatar {
    const found = this.#read();
    return found instanceof Promise ? found.then((avatar) => this.#keep(avatar)) : this.#keep(found);
  }

  #keep(avatar: MaybeAvatar): MaybeAvatar {
    if (avatar === null || this.#brain === null) return avatar;
    if (this.#last?.from !== avatar) this.#last = { from: avatar, made: withBrain(avatar, this.#brain) };
    return this.#last.made;
  }
}
