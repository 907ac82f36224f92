import { publicPageTexts as texts } from '@nestmark/texts/publicPage'
import { toast } from '../../lib/toasts.ts'

/** Copies a text and says so. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: said, duration: 3000 })
  } catch {
    toast({ tone: 'danger', title: texts.copyFailed })
  }
}
