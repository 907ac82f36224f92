import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { scheme } from '../lib/scheme.ts'
import { useStore } from '../lib/store.ts'
import { resolver, theme } from './theme.ts'

/**
 * Everything Mantine draws must stand inside this. It is not at the root, because the first visit of the
 * dashboard needs none of it: dialogs bring it along, and a lazy page that uses Mantine wraps itself in it.
 * Whoever uses a component imports its `@mantine/core/styles/<Name>.layer.css` too.
 */
export default function Themed({ children }: { children: ReactNode }) {
  const shown = useStore(scheme)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} forceColorScheme={shown}>
      {children}
    </MantineProvider>
  )
}
