const namespace = 'http://www.w3.org/2000/svg';

export type Attributes = Readonly<Record<string, string | number>>;

/** An SVG element. It uses only presentation attributes, because a strict policy refuses `style`. */
export function part<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  children: readonly SVGElement[] = [],
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(namespace, name);
  set(element, attributes);
  element.append(...children);
  return element;
}

export function set(element: SVGElement, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

export type Stop = readonly [at: number, colour: string, opacity?: number];

/** The gradients of one drawing. Their ids are unique, because a page may have several drawings. */
export interface Gradients {
  readonly definitions: SVGDefsElement;
  linear(from: readonly [number, number], to: readonly [number, number], stops: readonly Stop[]): string;
  radial(centre: readonly [number, number], radius: number, stops: readonly Stop[]): string;
  clip(shape: SVGElement): string;
}

let drawings = 0;

export function gradients(): Gradients {
  const definitions = part('defs');
  const drawing = drawings++;
  let count = 0;
  const named = (element: SVGElement): string => {
    const id = `parley-still-${drawing}-${count++}`;
    element.setAttribute('id', id);
    definitions.append(element);
    return `url(#${id})`;
  };
  const stopsOf = (stops: readonly Stop[]): SVGElement[] =>
    stops.map(([offset, colour, opacity = 1]) =>
      part('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity }),
    );
  const space = { gradientUnits: 'userSpaceOnUse' };
  return {
    definitions,
    linear: ([x1, y1], [x2, y2], stops) =>
      named(
        part(
          'linearGradient',
          { x1: 100 * x1, y1: -100 * y1, x2: 100 * x2, y2: -100 * y2, ...space },
          stopsOf(stops),
        ),
      ),
    radial: ([x, y], radius, stops) =>
      named(part('radialGradient', { cx: 100 * x, cy: -100 * y, r: 100 * radius, ...space }, stopsOf(stops))),
    clip: (shape) => named(part('clipPath', {}, [shape])),
  };
}
