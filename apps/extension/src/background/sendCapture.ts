import { createPersist } from '@nestmark/client/uploads/persist'
import { randomKey } from '@nestmark/client/randomKey'
import { sendBytes, UploadEnded } from '@nestmark/client/uploads/sendFile'
import { createSendPart, putByFetch } from '@nestmark/client/uploads/sendPart'
import { archivePageUpload } from '@nestmark/contract/reading/copies'
import { getLink } from '@nestmark/contract/links/links'
import { browser } from '../lib/browser.ts'
import { pieceDisk } from '../lib/database.ts'
import type { TaskOf } from '../lib/tasks.ts'
import { dropCapture } from './captures.ts'
import type { Own } from './own.ts'

/** Browsers end a background without events after 30 s, also one that sends. A call of theirs counts as an event. */
const awakeMs = 20_000

/** How much of the page that is being sent has arrived, in bytes. */
export interface Progress {
  captureId: string
  sent: number
  size: number
}

let progress: Progress | null = null

/** Returns how far the sending of a page is; null while none is sent. */
export const readProgress = (): Progress | null => progress

/**
 * Sends a captured page, and has the server make a copy of it. It continues where an earlier try was ended.
 * @throws Refusal
 */
export async function sendCapture(
  { calls, send, token, tracker }: Own,
  { captureId, linkId }: TaskOf<'keep'>,
  key: string,
): Promise<{ link?: never }> {
  const bytes = new Blob(await pieceDisk.list(captureId), { type: 'text/html' })
  // A page without its pieces was sent before, or this device was cleaned.
  if (bytes.size === 0) return {}
  const awake = setInterval(() => {
    if (tracker.connection.get() === 'up') void browser.runtime.getPlatformInfo()
  }, awakeMs)
  const signal = new AbortController().signal
  const persist = createPersist(tracker)
  const sender = {
    client: calls,
    persist,
    sendPart: createSendPart({ token, tracker, put: putByFetch(send) }),
  }
  const options = {
    signal,
    onProgress: (sent: number) => void (progress = { captureId, sent, size: bytes.size }),
  }
  try {
    const { parent } = (await persist(() => calls.call(getLink, { link_id: linkId }), options)).link
    const file = { bytes, name: 'page.html', type: 'text/html', parent, purpose: 'copy' as const }
    const upload_id = await sendBytes(sender, { ...file, requestKey: key }, options).catch(
      (error: unknown) => {
        // Its time on the server was over, so a new one begins.
        if (error instanceof UploadEnded)
          return sendBytes(sender, { ...file, requestKey: randomKey() }, options)
        throw error
      },
    )
    await persist(() => calls.call(archivePageUpload, { upload_id, link_id: linkId }), options)
  } finally {
    clearInterval(awake)
    progress = null
  }
  await dropCapture(captureId)
  return {}
}
