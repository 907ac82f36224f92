import { shellTexts } from '@nestmark/texts/shell'
import { loadCode } from '../../lib/lazy.ts'
import { toast } from '../../lib/toasts.ts'
import type { UploadTarget } from '../../lib/uploads/addFiles.ts'

// Most visits upload nothing, so the code of uploads is not loaded with the page.
const load = () => loadCode(() => import('./addDropped.ts'))

/** Loads the code of uploads, when files are dragged in or a menu that uploads is about to open. */
export function preloadUploads(): void {
  // The error is shown when files are added.
  load().catch(() => undefined)
}

/** Uploads files that were dropped or pasted. */
export function uploadFiles(files: readonly File[], target: UploadTarget): void {
  load().then(({ addDropped }) => addDropped(files, target), showFailure)
}

/** Opens the file picker of the browser, and uploads the chosen files. */
export function pickFiles(target: UploadTarget): void {
  load().then(picker => picker.pickFiles(target), showFailure)
}

function showFailure(): void {
  toast({
    tone: 'danger',
    title: shellTexts.uploadFailed,
    action: { label: shellTexts.reload, run: () => location.reload() },
    duration: 8000,
  })
}
