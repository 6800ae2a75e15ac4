import { microphonePermission } from '../hearing/microphone.ts';
import type { Parley } from '../parley.ts';

/** Whether the page may use the microphone. Old pages ask for it and want the answer at once. */
export class MicrophonePermission {
  state: PermissionState = 'prompt';

  /** Asks the browser while the page is still loading. */
  async read(): Promise<void> {
    this.state = (await microphonePermission())?.state ?? this.state;
  }

  follow(parley: Pick<Parley, 'on'>): void {
    parley.on('media:mic-permission-state-changed', ({ state }) => {
      this.state = state;
    });
  }

  get isGranted(): boolean {
    return this.state === 'granted';
  }

  /** Also equals its state as a text, which some pages compare it with. */
  get status() {
    const { state, isGranted } = this;
    return { permissionGranted: isGranted, state, toString: () => state };
  }
}
