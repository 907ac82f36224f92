import { playerTexts as texts } from '@nestmark/texts/links/players'
import { useEffect, useState } from 'react'
import { type MediaProblem, toProblem } from '../../../lib/media/attachSource.ts'
import { getDocument, PDFDataRangeTransport, type PDFDocumentProxy, pdfResources } from './pdfjs.ts'
import { type PdfFile, readPdf } from './readPdf.ts'

/** A question for the password of a document. */
export interface PasswordQuestion {
  /** Counts the questions, from 1: the first password that was typed is wrong when there is a second. */
  number: number
  answer(password: string): void
}

export interface OpenPdf {
  document: PDFDocumentProxy | undefined
  password: PasswordQuestion | undefined
  problem: MediaProblem | undefined
}

/** Reads the parts of a document as they are shown. */
class Ranges extends PDFDataRangeTransport {
  #file: PdfFile
  #onError: (error: unknown) => void

  constructor(file: PdfFile, onError: (error: unknown) => void) {
    super(file.size, file.first)
    this.#file = file
    this.#onError = onError
  }

  override requestDataRange(begin: number, end: number): void {
    this.#file.read(begin, end).then(bytes => this.onDataRange(begin, bytes), this.#onError)
  }
}

/** Opens the PDF file of a link. */
export function usePdfDocument(linkId: string): OpenPdf {
  const [state, setState] = useState<OpenPdf>(nothing)
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const set = (part: Partial<OpenPdf>) => signal.aborted || setState(now => ({ ...now, ...part }))
    const fail = (error: unknown) => set({ problem: toPdfProblem(error) })
    const onOffline = (isOffline: boolean) =>
      set({ problem: isOffline ? { text: texts.offline, canDownload: false, isOffline } : undefined })
    let destroy: (() => void) | undefined
    void (async () => {
      const file = await readPdf(linkId, signal, onOffline)
      const isComplete = file.first.length >= file.size
      const task = getDocument({
        ...(isComplete ? { data: file.first } : { range: new Ranges(file, fail) }),
        ...pdfResources,
        rangeChunkSize: 2 ** 18,
        disableAutoFetch: true,
        disableStream: true,
        // A page of a malicious file must not exhaust the memory of the device.
        maxImageSize: 2 ** 26,
      })
      destroy = () => void task.destroy()
      if (signal.aborted) return destroy()
      let questions = 0
      task.onPassword = (answer: (password: string) => void) =>
        set({ password: { number: ++questions, answer } })
      set({ document: await task.promise, password: undefined })
    })().catch(fail)
    return () => {
      ended.abort()
      setState(nothing)
      destroy?.()
    }
  }, [linkId])
  return state
}

const nothing: OpenPdf = { document: undefined, password: undefined, problem: undefined }

function toPdfProblem(error: unknown): MediaProblem {
  const { name } = error as Error
  if (name === 'InvalidPDFException' || name === 'UnknownErrorException' || name === 'FormatError')
    return { text: texts.brokenPdf, canDownload: true }
  return toProblem(error)
}
