/** Parley's logo. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
      <rect width="32" height="32" rx="9" fill="#0c6b63" />
      <path
        d="M9 23V9h8.2a5.3 5.3 0 0 1 0 10.6H13"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="23.6" cy="23" r="2.1" fill="#7fe0cf" />
    </svg>
  );
}
