import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { countWords } from '@nestmark/core/words/countWords'
import type { Found } from '../mediaTasks.ts'
import { createPicturesOfPixels } from './pictures.ts'
import { TaskError } from './taskError.ts'

/** The largest picture of a page, in pixels. */
const maxPicture = { width: 640, height: 1920 }
/** The text of later pages is not read. */
const maxTextPages = 500
/** The text ends there, in bytes of UTF-8. */
const maxTextBytes = 1_000_000
/** The text ends after this time, in milliseconds; the limit of the entire task is above it. */
const textMs = 12_000

/** The functions of the library that its types do not have. */
interface Functions {
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number
  _FPDF_ClosePage(page: number): void
  wasmExports: { malloc(size: number): number; free(at: number): void }
  HEAPU8: Uint8Array
}

/**
 * Reads an uploaded PDF. Nothing in it is executed.
 * @param report receives the number of pages and the title, then the picture of the first page, then the text and its
 *   number of words
 * @throws TaskError protected, unreadable
 */
export async function readDocument(
  file: Uint8Array,
  report: (found: Found) => void,
  withText: boolean,
): Promise<void> {
  const library = await PDFiumLibrary.init()
  const functions = library['module'] as unknown as Functions
  const document = await library.loadDocument(file).catch((error: unknown) => {
    const needsPassword = error instanceof Error && /password|security/i.test(error.message)
    throw new TaskError(needsPassword ? 'protected' : 'unreadable')
  })
  const pages = document.getPageCount()
  if (pages < 1) throw new TaskError('unreadable')
  report({ pages, title: readTitle(functions, document) })
  const picture = await drawFirstPage(document).catch(() => null)
  if (picture) report({ pictures: picture })
  if (withText) {
    const text = readText(functions, document, pages)
    report({ text })
    report({ words: countWords(text, '') })
  }
  if (!picture) throw new TaskError('unreadable')
}

async function drawFirstPage(document: PDFiumDocument) {
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new TaskError('unreadable')
  const scale = Math.min(maxPicture.width / originalWidth, maxPicture.height / originalHeight)
  const side = (points: number) => Math.max(1, Math.round(points * scale))
  const size = { width: side(originalWidth), height: side(originalHeight) }
  const { data, width, height } = await page.render({ ...size, scale: 1, render: 'bitmap' })
  return createPicturesOfPixels(data, { width, height, channels: 4 })
}

function readTitle(functions: Functions, document: PDFiumDocument): string {
  const { wasmExports } = functions
  const bytes = 2_000
  const tag = wasmExports.malloc(6)
  const buffer = wasmExports.malloc(bytes)
  try {
    // The view changes when memory is added.
    const memory = functions.HEAPU8
    memory.set(Buffer.from('Title\0'), tag)
    const length = functions._FPDF_GetMetaText(document['documentIdx'], tag, buffer, bytes)
    // UTF-16 with a final zero. A longer title is not copied.
    if (length <= 2 || length > bytes) return ''
    return new TextDecoder('utf-16le').decode(memory.subarray(buffer, buffer + length - 2))
  } finally {
    wasmExports.free(tag)
    wasmExports.free(buffer)
  }
}

/** Returns the words of the pages, which are separated by form feeds. A page that cannot be read has none. */
function readText(functions: Functions, document: PDFiumDocument, pages: number): string {
  const end = Date.now() + textMs
  const parts: string[] = []
  let left = maxTextBytes
  for (let at = 0; at < Math.min(pages, maxTextPages) && left > 0 && Date.now() < end; at++) {
    const text = readPageText(functions, document, at)
    const bytes = Buffer.byteLength(text)
    parts.push(bytes <= left ? text : Buffer.from(text).toString('utf8', 0, left))
    left -= bytes + 1
  }
  return parts.join('\f').replace(/\ufffd+$/, '')
}

function readPageText(functions: Functions, document: PDFiumDocument, at: number): string {
  let page: PDFiumPage | undefined
  try {
    page = document.getPage(at)
    return page.getText().replace(/\0/g, '')
  } catch {
    return ''
  } finally {
    // Otherwise all pages stay in memory.
    if (page) functions._FPDF_ClosePage(page['pageIdx'])
  }
}
