import { type IconName, shapes } from './shapes.ts';

/** A decorative icon. If there is no text beside it, its button has the label. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[name].map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  );
}
