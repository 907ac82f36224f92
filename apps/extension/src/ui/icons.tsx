/** @jsxImportSource preact */

/** The logo. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-linecap="round"
      stroke-width="2.7"
      aria-hidden="true"
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

// The shapes are those of Tabler Icons (MIT), which the page uses too.
const shapes = {
  star: 'M12 17.75l-6.172 3.245l1.179 -6.873l-5 -4.867l6.9 -1l3.086 -6.253l3.086 6.253l6.9 1l-5 4.867l1.179 6.873z',
  check: 'M5 12l5 5l10 -10',
  left: 'M15 6l-6 6l6 6',
  right: 'M9 6l6 6l-6 6',
  close: 'M18 6l-12 12M6 6l12 12',
  trash:
    'M4 7h16M10 11v6M14 11v6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
  settings:
    'M4 10a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M6 4v4M6 12v8M10 16a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M12 4v10M12 18v2M16 7a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M18 4v1M18 9v11',
  offline:
    'M3 3l18 18M12 18h.01M9.172 15.172a4 4 0 0 1 5.656 0M6.343 12.343a8 8 0 0 1 3.5 -2.1M13.9 10.1a8 8 0 0 1 3.757 2.243M3.515 9.515a12 12 0 0 1 3.544 -2.455M10.6 6.1a12 12 0 0 1 9.885 3.415',
  warning:
    'M12 9v4M12 16h.01M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0',
  comment:
    'M8 9h8M8 13h6M12.5 20.5l-.5 .5l-3 -3h-3a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v5.5M16 19h6M19 16v6',
  copy: 'M8 10a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2zM16 8v-2a2 2 0 0 0 -2 -2h-8a2 2 0 0 0 -2 2v8a2 2 0 0 0 2 2h2',
  sparkles:
    'M16 18a2 2 0 0 1 2 2a2 2 0 0 1 2 -2a2 2 0 0 1 -2 -2a2 2 0 0 1 -2 2m0 -12a2 2 0 0 1 2 2a2 2 0 0 1 2 -2a2 2 0 0 1 -2 -2a2 2 0 0 1 -2 2m-7 12a6 6 0 0 1 6 -6a6 6 0 0 1 -6 -6a6 6 0 0 1 -6 6a6 6 0 0 1 6 6',
}

export type IconName = keyof typeof shapes

/** An icon beside text that says the same; it is hidden from readers. */
export function Icon({
  name,
  size = 16,
  filled = false,
}: {
  name: IconName
  size?: number
  filled?: boolean
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
