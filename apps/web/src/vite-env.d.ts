/// <reference types="vite/client" />

// One file per icon keeps the build from reading all six thousand; the package has types only for the complete
// module.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { FunctionComponent, SVGProps } from 'react'
  const Icon: FunctionComponent<SVGProps<SVGSVGElement>>
  export default Icon
}
