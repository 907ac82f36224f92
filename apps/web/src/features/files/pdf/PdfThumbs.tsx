import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import type { PDFDocumentProxy } from './pdfjs.ts'
import css from './PdfThumbs.module.css'

/** Lists the pages of a document as small pictures. Only those in view are drawn. */
export function PdfThumbs({
  document,
  page,
  found,
  renderMarks,
  onPick,
}: {
  document: PDFDocumentProxy
  page: number
  /** Pages with matches of a search. */
  found: ReadonlySet<number>
  /** Shows the highlights of a page. */
  renderMarks: (page: number) => ReactNode
  onPick: (page: number) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.children[page - 1]?.scrollIntoView({ block: 'nearest' })
  }, [page])
  return (
    <ol ref={list} className={css.thumbs}>
      {Array.from({ length: document.numPages }, (_, index) => (
        <li key={index}>
          <button
            type="button"
            className={classes('stack g6 t3', css.thumb, found.has(index + 1) && css.found)}
            aria-current={index + 1 === page ? 'page' : undefined}
            aria-label={
              found.has(index + 1) ? texts.pageWithMatches(index + 1) : texts.pageNumberOf(index + 1)
            }
            onClick={() => onPick(index + 1)}
          >
            <ThumbPicture document={document} page={index + 1} />
            <span className={`row ${css.number}`}>
              {renderMarks(index + 1)}
              <span className="num">{index + 1}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function ThumbPicture({ document, page }: { document: PDFDocumentProxy; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isInSight, setIsInSight] = useState(false)
  useEffect(() => {
    if (!canvas.current || isInSight) return
    const observer = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && setIsInSight(true),
      { rootMargin: '400px' },
    )
    observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [isInSight])
  useEffect(() => {
    if (!isInSight || !canvas.current) return
    const ended = new AbortController()
    drawThumb(document, page, canvas.current, ended.signal)
    return () => ended.abort()
  }, [document, page, isInSight])
  return <canvas ref={canvas} className={css.picture} />
}

const width = 108

/** One page is drawn after another, so that the page in the middle stays quick. */
let last: Promise<void> = Promise.resolve()

/** Draws a page in a canvas as wide as a small picture. */
function drawThumb(
  document: PDFDocumentProxy,
  page: number,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): void {
  const draw = async () => {
    if (signal.aborted) return
    try {
      const proxy = await document.getPage(page)
      const natural = proxy.getViewport({ scale: 1 })
      const viewport = proxy.getViewport({ scale: (width * Math.min(devicePixelRatio, 2)) / natural.width })
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      canvas.style.aspectRatio = `${natural.width} / ${natural.height}`
      const task = proxy.render({ canvas, viewport })
      signal.addEventListener('abort', () => task.cancel())
      await task.promise
    } catch {
      // The document was closed, or this page is broken: its paper stays empty.
    }
  }
  last = last.then(draw)
}
