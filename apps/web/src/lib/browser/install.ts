import { createStore } from '../store.ts'

/** The event of Chromium for an installable page. It is not standardised, so it is declared here. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's prompt to install the page as an app; null where there is none. */
export const installOffer = createStore<BeforeInstallPromptEvent | null>(null)

window.addEventListener('beforeinstallprompt', event => {
  // The page shows the prompt when the user asks for it, not as a bar.
  event.preventDefault()
  installOffer.set(event as BeforeInstallPromptEvent)
})
window.addEventListener('appinstalled', () => installOffer.set(null))
