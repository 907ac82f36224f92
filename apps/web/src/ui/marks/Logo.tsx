/** The logo. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="2.7"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path
        d="M16 3.4c3 0 5.3 3.6 5.3 7.2a5.3 5.3 0 0 1-10.6 0c0-3.6 2.3-7.2 5.3-7.2z"
        fill="var(--egg)"
        stroke="none"
      />
      <path d="M7.2 12.6a8.9 8.9 0 0 0 17.8-.6" />
      <path d="M2.9 15.2a13.2 13.2 0 0 0 26.3-2" />
    </svg>
  )
}
