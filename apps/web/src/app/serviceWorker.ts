import { shellTexts as texts } from '@nestmark/texts/shell'
import { startServiceWorker } from '../lib/browser/serviceWorker.ts'
import { connection } from '../lib/connection.ts'
import { overlays } from '../lib/overlays/overlay.ts'
import { toast } from '../lib/toasts.ts'

/** A page opened without a connection may be an old cached build. */
const openedOffline = connection.get() !== 'up'
const toastDuration = 60_000

/**
 * Handles a new build: reloads the page automatically if no input can be lost, otherwise shows a toast with a
 * reload button.
 */
function handleNewBuild(): void {
  const isTyping = document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
  if (openedOffline && connection.get() === 'up' && overlays.get().length === 0 && !isTyping)
    return location.reload()
  toast({
    tone: 'info',
    title: texts.newBuild,
    duration: toastDuration,
    action: { label: texts.reload, run: () => location.reload() },
  })
}

startServiceWorker(handleNewBuild)
