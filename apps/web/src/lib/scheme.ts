import { stored } from './storage.ts'
import { createStore } from './store.ts'

export type Scheme = 'light' | 'dark'

/** The colour scheme. `public/theme.js` sets it before the first paint. */
export const scheme = createStore<Scheme>(
  typeof document !== 'undefined' && document.documentElement.dataset.colorScheme === 'dark'
    ? 'dark'
    : 'light',
)

/** Applies a colour scheme and stores it on this device, as 0 (light) or 1 (dark). */
export function setScheme(next: Scheme): void {
  document.documentElement.dataset.colorScheme = next
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', next === 'dark' ? '#101516' : '#EFEEE9')
  stored.set('theme', next === 'dark' ? '1' : '0')
  scheme.set(next)
}
