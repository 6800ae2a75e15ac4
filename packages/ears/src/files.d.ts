/** What the build makes of a file or a program: its address, with a hash in its name. */
declare module '*?url' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: the build tool decides the shape
  export default address;
}

declare module '*?worker&url' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: the build tool decides the shape
  export default address;
}
