import { uiTexts } from '@nestmark/texts/ui'
import { toast } from '../toasts.ts'

/** The texts of the notification of a copied text. */
interface CopyTexts {
  copied: string
  copyFailed?: string
  /** A second line when copying failed. */
  failedLine?: string
  /** How long the notification of the copied text is shown, in milliseconds. */
  duration?: number
}

/** Copies a text to the clipboard, and shows a notification. */
export async function copyText(
  text: string,
  { copied, copyFailed = uiTexts.copyFailed, failedLine, duration }: CopyTexts,
): Promise<void> {
  try {
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(text)
    toast({ title: copied, ...(duration !== undefined && { duration }) })
  } catch {
    toast({ tone: 'danger', title: copyFailed, ...(failedLine !== undefined && { line: failedLine }) })
  }
}
