import { hintedNames, hintOnce } from './hint.ts';

const methodName = /^(?:set|get|is|has|enable|disable|register|send|toggle|start|stop)[A-Z]/;

type Own = Readonly<Record<string, unknown>>;

/**
 * The target, with own members in front of its members. A call of a method that neither has does nothing but explain
 * itself, because a TypeError would end an old page.
 */
export function withNames<T extends object>(target: T, own: Own, answer: unknown): T {
  const proxy: T = new Proxy(target, {
    get(_, name) {
      const value: unknown = Object.hasOwn(own, name)
        ? Reflect.get(own, name)
        : Reflect.get(target, name, target);
      if (typeof value === 'function') return callable((args) => Reflect.apply(value, target, args));
      const isMissing = value === undefined && typeof name === 'string';
      if (!isMissing || !(hintedNames.has(name) || methodName.test(name))) return value;
      return callable(() => {
        hintOnce(name);
        return answer;
      });
    },
  });
  /** A method that returns the target is part of a chain. */
  const callable =
    (run: (args: readonly unknown[]) => unknown) =>
    (...args: unknown[]) => {
      const result = run(args);
      return result === target ? proxy : result;
    };
  return proxy;
}
