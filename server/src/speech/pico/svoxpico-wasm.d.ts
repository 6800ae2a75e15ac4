/** The parts of the program that are used. The package has no types. */
declare module '@echogarden/svoxpico-wasm' {
  type Call = (...numbers: number[]) => number;
  type Loaded = (instance: WebAssembly.Instance) => void;
  export type PicoProgram = {
    readonly FS: { writeFile(path: string, content: Uint8Array): void; unlink(path: string): void };
    /** They are replaced when the memory grows. */
    readonly HEAPU8: Uint8Array;
    readonly HEAP16: Int16Array;
    readonly HEAPU32: Uint32Array;
    readonly _malloc: Call;
    readonly _free: Call;
    readonly _pico_initialize: Call;
    readonly _pico_loadResource: Call;
    readonly _pico_getResourceName: Call;
    readonly _pico_createVoiceDefinition: Call;
    readonly _pico_addResourceToVoiceDefinition: Call;
    readonly _pico_newEngine: Call;
    readonly _pico_resetEngine: Call;
    readonly _pico_putTextUtf8: Call;
    readonly _pico_getData: Call;
  };
  const start: (options: {
    instantiateWasm(imports: WebAssembly.Imports, loaded: Loaded): object;
  }) => Promise<PicoProgram>;
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default start;
}
