/** The names of software renderers. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Checks for WebGL by hardware before anything large is loaded. WebGL in software is too slow and takes the processor
 * away from the voice. `allowSoftware` accepts it anyway. The test context is released at once.
 */
export function hasWebgl(allowSoftware: boolean): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: !allowSoftware });
  if (context === null) return false;
  const answer = allowSoftware || !software.test(rendererOf(context));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return answer;
}

/** Some browsers do not report software rendering as a performance caveat. They do report the renderer's name. */
function rendererOf(context: WebGL2RenderingContext): string {
  const info = context.getExtension('WEBGL_debug_renderer_info');
  return String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
}
