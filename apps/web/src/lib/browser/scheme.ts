import type { Theme } from '@nestmark/contract/session'
import { stored } from './storage.ts'
import { createStore } from '../store.ts'

export type Scheme = 'light' | 'dark'

const systemPrefersDark =
  typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')

/** The chosen theme. Without a choice it is the system's. */
export const theme = createStore<Theme>(readTheme())

/** The colour scheme that the page shows. `public/theme.js` sets it before the first paint. */
export const scheme = createStore<Scheme>(
  typeof document !== 'undefined' && document.documentElement.dataset.colorScheme === 'dark'
    ? 'dark'
    : 'light',
)

systemPrefersDark?.addEventListener('change', () => {
  if (theme.get() === 2) applyScheme()
})

/** Applies a theme and stores it on this device. */
export function setTheme(next: Theme): void {
  stored.set('theme', String(next))
  theme.set(next)
  applyScheme()
}

function readTheme(): Theme {
  const value = stored.get('theme')
  if (value === '0') return 0
  return value === '1' ? 1 : 2
}

function applyScheme(): void {
  const isDark = theme.get() === 2 ? systemPrefersDark?.matches === true : theme.get() === 1
  const next = isDark ? 'dark' : 'light'
  document.documentElement.dataset.colorScheme = next
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#101516' : '#EFEEE9')
  scheme.set(next)
}
