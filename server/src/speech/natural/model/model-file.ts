/** The model that comes with the package, among the voice's files. */
export const deliveredModel = 'hibari.onnx';
