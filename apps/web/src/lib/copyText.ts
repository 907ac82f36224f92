import { toast } from './toasts.ts'

/** What the notification of a copied text says. */
interface CopyTexts {
  copied: string
  copyFailed: string
  /** A second line when copying failed. */
  failedLine?: string
  /** How long the notification of the copied text stays, in milliseconds. */
  duration?: number
}

/** Copies a text to the clipboard, and says so. */
export async function copyText(
  text: string,
  { copied, copyFailed, failedLine, duration }: CopyTexts,
): Promise<void> {
  try {
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(text)
    toast({ title: copied, ...(duration !== undefined && { duration }) })
  } catch {
    toast({ tone: 'danger', title: copyFailed, ...(failedLine !== undefined && { line: failedLine }) })
  }
}
