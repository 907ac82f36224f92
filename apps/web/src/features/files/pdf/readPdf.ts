import { Refusal } from '@nestmark/contract/client'
import { waitUntilReachable } from '../../../lib/connection.ts'
import { fetchBytes, isConnectionLost } from '../../../lib/media/mediaAddress.ts'

/** The bytes that are read first. A smaller file is complete with them. */
const firstBytes = 1_000_000

/** The parts of a PDF file. */
export interface PdfFile {
  size: number
  first: Uint8Array
  /** Reads the bytes from `begin` to before `end`. */
  read(begin: number, end: number): Promise<Uint8Array>
}

/**
 * Opens the PDF file of a link. It waits while there is no connection, and asks for a new address where the last one has
 * expired.
 * @throws Refusal of `download-url`, or 'files.lost'
 */
export async function readPdf(
  linkId: string,
  signal: AbortSignal,
  onOffline: (isOffline: boolean) => void,
): Promise<PdfFile> {
  const fetchRange = async (begin: number, end: number) => {
    for (let attempt = 0; ; attempt++)
      try {
        const answer = await fetchBytes(linkId, { begin, end }, attempt > 0, signal)
        if (answer.ok) {
          onOffline(false)
          return {
            bytes: new Uint8Array(await answer.arrayBuffer()),
            range: answer.headers.get('content-range'),
          }
        }
        // The first refusal means that the address has expired.
        if (attempt > 0) throw new Refusal({ status: 404, code: 'files.lost', message: '' })
      } catch (error) {
        signal.throwIfAborted()
        if (!isConnectionLost(error)) throw error
        onOffline(true)
        await waitUntilReachable(signal)
        signal.throwIfAborted()
      }
  }
  const { bytes, range } = await fetchRange(0, firstBytes)
  const size = Number(range?.split('/')[1]) || bytes.length
  return { size, first: bytes, read: async (begin, end) => (await fetchRange(begin, end)).bytes }
}
