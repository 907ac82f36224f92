import { createPagePrinter } from '../../browser/pagePrinter.ts'
import { BrowserUnavailableError } from '../../browser/startBrowser.ts'

let isUsable: Promise<boolean> | undefined

/** Returns whether this machine allows the browser a sandbox. Some containers do not; their tests run without one. */
export function canUseSandbox(): Promise<boolean> {
  isUsable ??= tryPrinting()
  return isUsable
}

async function tryPrinting(): Promise<boolean> {
  const config = { browser: 'auto', folder: null, sandbox: true }
  const printer = createPagePrinter(config, { allowPrivate: [], dns: null, own: [] })
  try {
    await printer.print({ source: { html: 'x' }, format: 'pdf', key: '' })
    return true
  } catch (error) {
    if (error instanceof BrowserUnavailableError && error.message.includes('does not start')) return false
    throw error
  } finally {
    await printer.close()
  }
}
