import type { AvatarWithSecrets } from '../../avatars/index.ts';
import { type SessionBrain, withBrain } from '../identity/session-brain.ts';

type MaybeAvatar = AvatarWithSecrets | null;
type AvatarReader = { avatar(id: number): Promise<MaybeAvatar> | MaybeAvatar };

/** The avatar of a session: its settings as they are now, with the brain that the session began with. */
export class SessionAvatar {
  readonly #deps: AvatarReader;
  readonly #avatarId: number;
  /** Null in a session from before brains were kept. */
  readonly #brain: SessionBrain | null;
  /** Both are kept, because brains and voices are made once for each avatar object. */
  #lastRead: MaybeAvatar = null;
  #lastMade: MaybeAvatar = null;

  constructor(deps: AvatarReader, avatarId: number, brain: SessionBrain | null) {
    this.#deps = deps;
    this.#avatarId = avatarId;
    this.#brain = brain;
  }

  read(): Promise<MaybeAvatar> | MaybeAvatar {
    const found = this.#deps.avatar(this.#avatarId);
    return found instanceof Promise ? found.then((avatar) => this.#keep(avatar)) : this.#keep(found);
  }

  #keep(avatar: MaybeAvatar): MaybeAvatar {
    if (avatar === null || this.#brain === null) return avatar;
    if (this.#lastRead !== avatar) {
      this.#lastRead = avatar;
      this.#lastMade = withBrain(avatar, this.#brain);
    }
    return this.#lastMade;
  }
}
