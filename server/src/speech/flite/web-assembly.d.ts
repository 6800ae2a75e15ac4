/** The parts of WebAssembly that the built-in voice uses. Node has them, but its types do not. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Table {
    readonly length: number;
    get(index: number): unknown;
    set(index: number, value: unknown): void;
  }
  type ExportedFunction = (...numbers: number[]) => number;
  type Exported = Memory | Table | ExportedFunction;
  type Imports = Readonly<Record<string, Readonly<Record<string, (...numbers: number[]) => number>>>>;
  interface Instance {
    readonly exports: Readonly<Record<string, Exported>>;
  }
  var Module: { new (bytes: Uint8Array): Module };
  var Instance: { new (module: Module, imports: Imports): Instance };
  class RuntimeError extends Error {}
  function compile(bytes: Uint8Array): Promise<Module>;
}
