import { createStore } from './store.ts'

/** What Chromium hands a page that could be installed; it is no standard, so it is described here. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's offer to install the page as an app; null where there is none. */
export const installOffer = createStore<BeforeInstallPromptEvent | null>(null)

window.addEventListener('beforeinstallprompt', event => {
  // It is made when a person asks for it, not by a bar over the page.
  event.preventDefault()
  installOffer.set(event as BeforeInstallPromptEvent)
})
window.addEventListener('appinstalled', () => installOffer.set(null))

/** Whether this is the installed app already. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches
