import { randomKey } from '@nestmark/client/randomKey'
import { browser } from '../lib/browser.ts'
import { pieceDisk } from '../lib/database.ts'
import { openOwn } from './own.ts'

/** The script that captures pages, as it is in the build. */
const file = 'capture.js'

/** What the script leaves in its page. */
export interface CaptureGlobal {
  nestmarkCapture?: Promise<{ size: number; pieces: string[] } | null>
}

/**
 * Captures the page of a tab for which the person gave the permission. It stays in the page.
 * @returns its size in bytes and the number of its pieces; null when the page does not let itself be copied
 */
export async function capturePage(tabId: number): Promise<{ size: number; count: number } | null> {
  try {
    const target = { tabId }
    await browser.scripting.executeScript({ target, files: [file] })
    const [run] = await browser.scripting.executeScript({
      target,
      func: async () => {
        const captured = await (globalThis as CaptureGlobal).nestmarkCapture
        return captured ? { size: captured.size, count: captured.pieces.length } : null
      },
    })
    return run?.result ?? null
  } catch {
    // Such as the store of the browser, or a PDF.
    return null
  }
}

/**
 * Stores the page that was captured in a tab on this device.
 * @returns its id; null when the tab does not have it any more
 */
export async function takeCapture(tabId: number): Promise<string | null> {
  await cleanCaptures()
  const id = randomKey()
  try {
    for (let number = 0; ; number++) {
      const [run] = await browser.scripting.executeScript({
        target: { tabId },
        args: [number],
        func: async (at: number) => {
          const captured = await (globalThis as CaptureGlobal).nestmarkCapture
          return captured ? (captured.pieces[at] ?? 'end') : null
        },
      })
      const piece = run?.result
      if (piece === 'end' && number > 0) return id
      if (!piece) return null
      await pieceDisk.put(id, number, piece)
    }
  } catch {
    await dropCapture(id).catch(() => undefined)
    return null
  }
}

export const dropCapture = (id: string): Promise<void> => pieceDisk.remove(id)

let cleaned: Promise<void> | undefined

/** Removes captured pages of which no task is left: the background may end between two changes. */
function cleanCaptures(): Promise<void> {
  cleaned ??= (async () => {
    const { queue } = await openOwn()
    const used = new Set(queue.all.get().map(({ input }) => (input as { captureId?: string }).captureId))
    for (const id of await pieceDisk.ids()) if (!used.has(id)) await dropCapture(id)
  })()
  return cleaned
}
