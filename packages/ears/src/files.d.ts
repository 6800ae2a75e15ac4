/** The build turns an imported file or worker into its URL, with a hash in the name. */
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
