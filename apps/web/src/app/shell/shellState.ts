import { overlays } from '../../lib/overlay.ts'
import { stored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

/** Whether the sidebar is open (220 px) or collapsed (60 px); stored on this device. */
export const sidebarOpen = createStore(stored.get('sidebar') !== '0')

export function toggleSidebar(): void {
  const next = !sidebarOpen.get()
  sidebarOpen.set(next)
  stored.set('sidebar', next ? '1' : '0')
}

/** Whether the drawer with the tree is open, on tablets and phones. */
export const drawerOpen = createStore(false)

// The drawer is in the browser's top layer and would cover a dialog that is opened from it.
overlays.subscribe(() => {
  if (overlays.get().length > 0) drawerOpen.set(false)
})
