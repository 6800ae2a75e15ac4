const success = 0;
const badDescriptor = 8;

/** Thrown when the program exits: WebAssembly has no other way to stop it. */
export class ProgramExit extends Error {}

/**
 * The operating system for flite: it provides arguments and no files, and discards the output. Flite needs it only to
 * start. After that its functions are called one by one.
 */
export class WasiHost {
  readonly #arguments: readonly Uint8Array[];
  #memory: WebAssembly.Memory | undefined;

  constructor(args: readonly string[]) {
    this.#arguments = args.map((argument) => new TextEncoder().encode(`${argument}\0`));
  }

  attach(memory: WebAssembly.Memory): void {
    this.#memory = memory;
  }

  readonly imports = {
    args_sizes_get: (count = 0, bytes = 0) => {
      this.#view().setUint32(count, this.#arguments.length, true);
      const total = this.#arguments.reduce((sum, argument) => sum + argument.length, 0);
      this.#view().setUint32(bytes, total, true);
      return success;
    },
    args_get: (pointers = 0, texts = 0) => {
      let at = texts;
      this.#arguments.forEach((argument, index) => {
        this.#view().setUint32(pointers + 4 * index, at, true);
        this.#bytes().set(argument, at);
        at += argument.length;
      });
      return success;
    },
    fd_write: (_descriptor = 0, parts = 0, count = 0, written = 0) => {
      let bytes = 0;
      for (let part = 0; part < count; part += 1) {
        bytes += this.#view().getUint32(parts + 8 * part + 4, true);
      }
      this.#view().setUint32(written, bytes, true);
      return success;
    },
    clock_time_get: (_clock = 0, _precision = 0, time = 0) => {
      this.#view().setBigUint64(time, 0n, true);
      return success;
    },
    proc_exit: () => {
      throw new ProgramExit();
    },
    fd_close: () => badDescriptor,
    fd_fdstat_get: () => badDescriptor,
    fd_fdstat_set_flags: () => badDescriptor,
    fd_prestat_get: () => badDescriptor,
    fd_prestat_dir_name: () => badDescriptor,
    fd_read: () => badDescriptor,
    fd_seek: () => badDescriptor,
    path_open: () => badDescriptor,
  };

  #view(): DataView {
    return new DataView(this.#buffer());
  }

  #bytes(): Uint8Array {
    return new Uint8Array(this.#buffer());
  }

  #buffer(): ArrayBuffer {
    if (this.#memory === undefined) throw new Error('the program has no memory yet');
    return this.#memory.buffer;
  }
}
