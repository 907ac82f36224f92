import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type ReactNode, useRef, useState } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { stored } from '../../../lib/browser/storage.ts'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { PdfFind } from './PdfFind.tsx'
import { PdfHeader } from './PdfHeader.tsx'
import { PdfMessage } from './PdfMessage.tsx'
import { PdfThumbs } from './PdfThumbs.tsx'
import type { PdfHighlights } from './pdfHighlights.ts'
import css from './PdfView.module.css'
import './pdfPages.css'
import { usePdfDocument } from './usePdfDocument.ts'
import { usePdfGestures } from './usePdfGestures.ts'
import { usePdfKeys } from './usePdfKeys.ts'
import { usePdfViewer } from './usePdfViewer.ts'

/** How a user reads documents on this device. */
interface PdfSettings {
  showsPages: boolean
  /** Dims white paper in the dark scheme. */
  dims: boolean
}

function usePdfSettings(): [PdfSettings, (part: Partial<PdfSettings>) => void] {
  const [settings, setSettings] = useState<PdfSettings>(() => ({
    showsPages: true,
    dims: true,
    ...stored.read<Partial<PdfSettings>>('pdf'),
  }))
  const change = (part: Partial<PdfSettings>) => {
    const next = { ...settings, ...part }
    setSettings(next)
    stored.write('pdf', next)
  }
  return [settings, change]
}

/** Shows the PDF file of a link over the entire window. */
export default function PdfView({
  link,
  Highlights,
  onClose,
}: {
  link: LinkShape
  Highlights: PdfHighlights
  onClose: () => void
}) {
  const phone = usePhone()
  const { document, password, problem } = usePdfDocument(link._id)
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const viewer = usePdfViewer(document, container)
  const { controls, page, textLayers } = viewer
  const [settings, change] = usePdfSettings()
  const [isFinding, setIsFinding] = useState(false)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const pageField = useRef<HTMLInputElement>(null)
  const togglePages = () =>
    phone ? setIsSheetOpen(!isSheetOpen) : change({ showsPages: !settings.showsPages })
  const focusPages = () => container?.focus({ preventScroll: true })
  const endFind = () => {
    controls.endFind()
    setIsFinding(false)
    focusPages()
  }
  usePdfGestures(container, controls)
  usePdfKeys({
    controls,
    find: () => setIsFinding(true),
    // On the phone, pages are chosen in the sheet.
    goToPage: () => (phone ? setIsSheetOpen(true) : pageField.current?.select()),
    togglePages,
    escape: () => (isFinding ? endFind() : onClose()),
  })
  const renderPages = (renderMarks: (page: number) => ReactNode) =>
    document && (
      <PdfThumbs
        {...{ document, renderMarks }}
        page={page}
        found={viewer.search.pages}
        onPick={page => {
          controls.goTo(page)
          setIsSheetOpen(false)
        }}
      />
    )
  return (
    <Highlights {...{ link, page, textLayers }} goToPage={controls.goTo} scroller={container}>
      {marks => (
        <div className={classes('stack', css.view, settings.dims && css.dimmed)}>
          <PdfHeader
            link={link}
            count={document?.numPages}
            {...{ viewer, pageField, togglePages, onClose }}
            onLeaveField={focusPages}
            dims={settings.dims}
            onDim={() => change({ dims: !settings.dims })}
            isFinding={isFinding}
            onFind={() => (isFinding ? endFind() : setIsFinding(true))}
            tool={document && marks.tool}
          />
          <main id="main" className={css.body}>
            {!phone && settings.showsPages && document && (
              <nav className={css.thumbs} aria-label={texts.pages}>
                {renderPages(marks.renderPage)}
              </nav>
            )}
            <div className={`grow rel ${css.stage}`}>
              {isFinding && document && <PdfFind viewer={viewer} onClose={endFind} />}
              {/* The library needs one element that scrolls, and one for the pages. */}
              <div
                ref={setContainer}
                className={`fill ${css.scroll}`}
                tabIndex={0}
                role="region"
                aria-label={texts.documentPages}
              >
                <div className="pdfViewer" />
              </div>
              {marks.overlay}
              <PdfMessage link={link} isLoading={!document} {...{ password, problem }} />
            </div>
            {marks.panel}
          </main>
          {isSheetOpen && (
            <Dialog
              title={texts.pages}
              onClose={() => setIsSheetOpen(false)}
              onEscape={() => setIsSheetOpen(false)}
            >
              <div className={css.sheet}>{renderPages(marks.renderPage)}</div>
            </Dialog>
          )}
        </div>
      )}
    </Highlights>
  )
}
