import { shareTexts as texts } from '@nestmark/texts/share'
import { toast } from '../../lib/toasts.ts'

/** Copies an address, and says so. */
export async function copyShareAddress(address: string): Promise<void> {
  try {
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(address)
    toast({ title: texts.copied, duration: 2000 })
  } catch {
    toast({ tone: 'danger', title: texts.copyFailed })
  }
}
