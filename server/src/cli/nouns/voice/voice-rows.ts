export type VoiceRow = {
  readonly id: string;
  readonly language: string;
  readonly gender: string;
  readonly state: string;
  readonly about: string;
};

/** The voices that are installed in a folder, and those that can be. */
export async function voiceRows(folder: string): Promise<VoiceRow[]> {
  const {
    builtInVoices,
    hasModel,
    installedFiles,
    installedPico,
    modelVoices,
    customVoiceModels,
    picoVoiceNames,
    picoVoices,
  } = await import('../../../speech/index.ts');
  const files = installedFiles(folder);
  const models = files === null ? [] : modelVoices(files);
  const stateOf = (name: string, kind: string): string => {
    if (kind === 'simple') return 'there';
    if (kind === 'person') return files === null ? 'simple voice' : 'natural voice';
    const model = models.find((candidate) => candidate.name === name);
    return files !== null && model !== undefined && hasModel(files, model) ? 'installed' : 'not installed';
  };
  const own = customVoiceModels.all(folder).map(({ name, language, kind, folder: path }) => ({
    ...{ id: `own:${name}`, language, gender: '', state: 'added', about: `${kind}, ${path}` },
  }));
  const builtIn = [...builtInVoices].map(([name, { label, kind, language, gender, about }]) => ({
    id: `built-in:${name}`,
    language,
    gender,
    state: stateOf(name, kind),
    about: `${label}, ${about}`,
  }));
  const picoState = installedPico(folder) === null ? 'not installed' : 'installed';
  const pico = picoVoiceNames.map((name) => ({
    ...{ id: `pico:${name}`, language: name, gender: 'female', state: picoState },
    about: `${picoVoices[name].label}, simple`,
  }));
  return [...builtIn, ...pico, ...own];
}
