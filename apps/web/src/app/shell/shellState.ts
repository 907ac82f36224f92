import { overlays } from '../../lib/overlay.ts'
import { stored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

/** Whether the sidebar stands open (220) or is a rail (60); remembered on this device. */
export const sidebarOpen = createStore(stored.get('sidebar') !== '0')

export function toggleSidebar(): void {
  const next = !sidebarOpen.get()
  sidebarOpen.set(next)
  stored.set('sidebar', next ? '1' : '0')
}

/** Whether the drawer with the tree is open, on tablet and phone. */
export const drawerOpen = createStore(false)

// The browser draws the drawer above everything else, so a dialog that is opened from it could not be reached.
overlays.subscribe(() => {
  if (overlays.get().length > 0) drawerOpen.set(false)
})
