/** Names that renderers without graphics hardware give themselves. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Whether there is hardware to draw with, asked before anything large is loaded. WebGL in software takes the processor
 * away from the voice, and is too slow; `anyKind` takes that, too. The context of the question is given back at once.
 */
export function hasWebgl(allowSoftware: boolean): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: !allowSoftware });
  if (context === null) return false;
  const answer = allowSoftware || !software.test(rendererOf(context));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return answer;
}

/** Not every browser counts software as a caveat, but those that do not tell its name. */
function rendererOf(context: WebGL2RenderingContext): string {
  const info = context.getExtension('WEBGL_debug_renderer_info');
  return String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
}
