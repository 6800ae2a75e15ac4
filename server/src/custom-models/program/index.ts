/** For the processes of models. They load nothing else of this module: the service has one process for each model. */
export { type Loading, loadSherpa, serveModel } from './serve-model.ts';
