import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { scheme } from '../lib/scheme.ts'
import { useStore } from '../lib/store.ts'
import { variablesResolver, theme } from './theme.ts'

/**
 * Provides the theme for Mantine components. It is not at the root, because the first visit of the dashboard
 * needs no Mantine: the dialogs load it, and a lazy page with Mantine components wraps itself in it. Code
 * that uses a component also imports its `@mantine/core/styles/<Name>.layer.css`.
 */
export default function Themed({ children }: { children: ReactNode }) {
  const shown = useStore(scheme)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variablesResolver} forceColorScheme={shown}>
      {children}
    </MantineProvider>
  )
}
