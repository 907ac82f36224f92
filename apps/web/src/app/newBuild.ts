import { shellTexts as texts } from '@nestmark/texts/shell'
import { connection } from '../lib/connection.ts'
import { overlays } from '../lib/overlay.ts'
import { toast } from '../lib/toasts.ts'

/** A page that was opened without a network may be of an old build: nobody has chosen it. */
const openedOffline = connection.get() !== 'up'
const standing = 60_000

/** Another build is there: the page is loaded again, by itself only where nothing can be lost by it. */
export function sayNewBuild(): void {
  const typing = document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
  if (openedOffline && connection.get() === 'up' && overlays.get().length === 0 && !typing)
    return location.reload()
  toast({
    tone: 'info',
    title: texts.newBuild,
    duration: standing,
    action: { label: texts.reload, run: () => location.reload() },
  })
}
