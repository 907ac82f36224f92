import { limits } from '@nestmark/core/limits'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { cutPieces } from '../capture/parts.ts'
import { readDocument } from '../capture/readDocument.ts'
import { writeParts } from '../capture/readResources.ts'
import type { CaptureGlobal } from '../background/captures.ts'

/** The length of a piece, in UTF-16 code units. Messages of Chromium are JSON of at most 64 MiB. */
const pieceLength = 1_000_000

/** Captures the page in which it runs, and leaves the result in the world of the extension's scripts. */
export default defineUnlistedScript(() => {
  const own = globalThis as CaptureGlobal
  own.nestmarkCapture = capture()
})

async function capture(): Promise<NonNullable<Awaited<CaptureGlobal['nestmarkCapture']>> | null> {
  if (!(document.documentElement instanceof HTMLElement) || document.contentType !== 'text/html') return null
  const html = await writeParts(readDocument(document), limits.sentPageBytes)
  const { size } = new Blob([html])
  return size > limits.sentPageBytes ? null : { size, pieces: cutPieces(html, pieceLength) }
}
