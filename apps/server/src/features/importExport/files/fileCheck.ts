import { setImmediate } from 'node:timers/promises'
import { FileHead, headBytes } from '@nestmark/core/bookmarkFormats/format'
import type { FormatId } from '@nestmark/core/bookmarkFormats/formatId'
import { findFormat, formatById, readAnyBookmarkFile } from '@nestmark/core/bookmarkFormats/formats'
import { limits } from '@nestmark/core/limits'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { refuse } from '../../../access/refuse.ts'

/** The beginning of a file that is read, in bytes. */
const enough = 1024 * 1024

/** What the check of a file finds. */
export interface CheckedFile {
  /** The format that the caller has chosen. */
  type: FormatId | undefined
  /** The number of rows, or Infinity when the file is too large to count, or compressed. */
  rows: number
}

/**
 * Checks the beginning of a file, so that a picture or a web page is refused immediately instead of by a failed
 * job.
 */
export function createFileCheck() {
  const pieces: Uint8Array[] = []
  let seen = 0
  let isCompressed: boolean | undefined
  const readHead = () => new FileHead(Buffer.concat(pieces).subarray(0, headBytes))
  return {
    /** @throws Refused when the file is larger than one of its kind may be */
    write(bytes: Uint8Array) {
      if (seen < enough) pieces.push(bytes.slice())
      seen += bytes.length
      if (seen > limits.importBytes) refuseLarge(transferTexts.tooLarge(limits.importBytes))
      if (seen <= limits.compressedImportBytes) return
      isCompressed ??= findFormat(readHead())?.isCompressed === true
      if (isCompressed) refuseLarge(transferTexts.tooLargeZip(limits.compressedImportBytes))
    },
    /**
     * @param type the format that the caller names; '' or absent when the content decides. An unknown one is ignored
     * @throws Refused when there is no file, or when it is not a bookmark file
     */
    async end(type = ''): Promise<CheckedFile> {
      if (seen === 0) refuse('transfer.noFile')
      const chosen = type === 'html' ? 'bookmarkHtml' : formatById(type)?.id
      const head = readHead()
      const format = chosen === undefined ? findFormat(head) : formatById(chosen, head)
      // A compressed file is only decompressed where its memory is limited.
      if (format?.isCompressed) {
        // Its type was named, and not seen in its content.
        if (seen > limits.compressedImportBytes) refuse('transfer.notBookmarks')
        return { type: chosen, rows: Infinity }
      }
      if (format?.isDatabase) return { type: chosen, rows: Infinity }
      // The rows of a large file may begin behind what is read.
      if (format && seen > enough) return { type: chosen, rows: Infinity }
      let rows = 0
      for await (const event of readAnyBookmarkFile(slowly(pieces), { type: chosen })) {
        if ('row' in event) rows = event.row
        if (event.kind === 'end' && event.verdict === 'notBookmarks')
          refuse(
            'transfer.notBookmarks',
            event.fileKind && { sentence: transferTexts.otherFile(event.fileKind) },
          )
      }
      return { type: chosen, rows }
    },
  }
}

function refuseLarge(sentence: string): never {
  return refuse('request.tooLarge', { sentence })
}

/** Lets other calls run between the pieces. */
async function* slowly(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}
