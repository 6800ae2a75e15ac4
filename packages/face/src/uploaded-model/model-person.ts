import type { Person } from '../scene/person.ts';

/** A customer's own model. Its loader is fetched only when needed: most avatars have a built-in face. */
export async function modelPerson(url: string): Promise<Person> {
  const { loadModel } = await import('./load-model.ts');
  return loadModel(url);
}
