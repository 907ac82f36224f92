import { replaceGlobal } from '@nestmark/client/replaceGlobal.testing'
import { onTestFinished } from 'vitest'
import { queryClient } from './api/queryClient.ts'
import { keyRing } from './encryption/keyRing.ts'
import { type OverlayName, type Overlays, overlays } from './overlays/overlay.ts'
import { stored } from './browser/storage.ts'
import { toasts } from './toasts.ts'
import { token } from './browser/token.ts'

export { replaceGlobal }

/** The storage of a browser, which Node does not have. Its keys are properties, as in a browser. */
class MemoryStorage {
  [key: string]: unknown
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
  clear() {
    for (const key of Object.keys(this)) delete this[key]
  }
}

/** Signs a person in, in a browser with an empty storage, until the current test ends. */
export function fakePage(person = 'ada'): void {
  // Functions run in reverse order: the storage is there until everything else is cleared.
  for (const name of ['localStorage', 'sessionStorage']) replaceGlobal(name, new MemoryStorage())
  replaceGlobal('document', { activeElement: null, querySelector: () => null })
  // A dialog that is closed restores the focus in the next frame.
  replaceGlobal('requestAnimationFrame', () => 0)
  token.set('a token')
  stored.set('me_id', person)
  onTestFinished(() => {
    keyRing.clear()
    token.remove()
    overlays.set([])
    toasts.set([])
    queryClient.clear()
  })
}

/** Returns the titles of the visible toasts, each with its second line. */
export const readToasts = (): string[] =>
  toasts.get().map(({ title, line }) => (line === undefined ? title : `${title} ${line}`))

/** Returns the props of the topmost dialog, which must have this name. */
export function readOverlay<Name extends OverlayName>(name: Name): Overlays[Name] {
  const top = overlays.get().at(-1)
  if (top?.name !== name) throw new Error(`The topmost dialog is ${top?.name ?? 'none'}.`)
  return top.props as Overlays[Name]
}
