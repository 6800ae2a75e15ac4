/**
 * Whether there is hardware to draw with, asked before anything large is loaded. WebGL in software takes the processor
 * away from the voice, and is too slow; `anyKind` takes that, too. The context of the question is given back at once.
 */
export function hasWebgl(anyKind: boolean): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: !anyKind });
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
