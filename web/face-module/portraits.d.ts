/** Set by the build: the file with the pictures of each preset. */
declare const portraitFiles: Readonly<Record<import('@parley/face/portrait').PresetName, string>>;
