import { overlays } from '../../lib/overlays/overlay.ts'
import { stored } from '../../lib/browser/storage.ts'
import { createStore } from '../../lib/store.ts'

/** Whether the sidebar is open or collapsed (60 px); stored on this device. */
export const sidebarOpen = createStore(stored.get('sidebar') !== '0')

export function toggleSidebar(): void {
  const next = !sidebarOpen.get()
  sidebarOpen.set(next)
  stored.set('sidebar', next ? '1' : '0')
}

/** The least, the largest and the initial width of the open sidebar, in pixels. */
export const sidebarWidths = { min: 180, max: 420, initial: 220 } as const

const toSidebarWidth = (width: number) =>
  Math.round(Math.min(Math.max(width, sidebarWidths.min), sidebarWidths.max))

/** The width of the open sidebar, in pixels; stored on this device. */
export const sidebarWidth = createStore(
  toSidebarWidth(Number(stored.get('sidebar_width') ?? sidebarWidths.initial) || sidebarWidths.initial),
)

/** Applies the width without rendering the page again. */
const applySidebarWidth = () =>
  document.documentElement.style.setProperty('--sidebar', `${sidebarWidth.get()}px`)
applySidebarWidth()
sidebarWidth.subscribe(applySidebarWidth)

/** Changes the width of the sidebar, within its limits. */
export function setSidebarWidth(width: number): void {
  sidebarWidth.set(toSidebarWidth(width))
  stored.set('sidebar_width', String(sidebarWidth.get()))
}

/** Whether the drawer with the tree is open, on tablets and phones. */
export const drawerOpen = createStore(false)

// The drawer is in the browser's top layer and would cover a dialog that is opened from it.
overlays.subscribe(() => {
  if (overlays.get().length > 0) drawerOpen.set(false)
})
