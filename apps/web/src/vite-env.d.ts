/// <reference types="vite/client" />

// One file per icon keeps the build from reading the other six thousand; the package types only the whole.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { FunctionComponent, SVGProps } from 'react'
  const Icon: FunctionComponent<SVGProps<SVGSVGElement>>
  export default Icon
}
