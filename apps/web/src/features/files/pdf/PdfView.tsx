import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type ReactNode, useRef, useState, useEffect } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { useStoredSettings } from '../../../lib/browser/useStoredSettings.ts'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { PdfHeader } from './PdfHeader.tsx'
import { PdfMessage } from './PdfMessage.tsx'
import { PdfThumbs } from './PdfThumbs.tsx'
import type { PdfHighlights } from './pdfHighlights.ts'
import css from './PdfView.module.css'
import './pdfPages.css'
import { usePdfDocument } from './usePdfDocument.ts'
import { usePdfViewer, type PdfViewer } from './usePdfViewer.ts'
import { useHotkeys } from '../../../lib/focus/hotkeys.ts'
import { isCovered } from '../../../lib/overlays/overlay.ts'
import type { PdfControls } from './createPdfViewer.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { FindBar } from '../../../ui/fields/FindBar.tsx'
import { IconLetterCase } from '../../../ui/icons.ts'

/** How a user reads documents on this device. `dims` dims white paper in the dark scheme. */
const standard = { showsPages: true, dims: true }

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
  const [settings, change] = useStoredSettings('pdf', standard)
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

const zoomStep = 1.1

/** Handles the keys of the document controls. */
function usePdfKeys({
  controls,
  find,
  goToPage,
  togglePages,
  escape,
}: {
  controls: PdfControls
  find: () => void
  goToPage: () => void
  togglePages: () => void
  escape: () => void
}): void {
  const run = (action: () => void) => (event: KeyboardEvent) => {
    if (isCovered()) return
    event.preventDefault()
    action()
  }
  const zoomIn = run(() => controls.zoomBy(zoomStep))
  const zoomOut = run(() => controls.zoomBy(1 / zoomStep))
  useHotkeys({
    'ctrl+f': run(find),
    '/': run(find),
    g: run(goToPage),
    t: run(togglePages),
    w: run(controls.fitWidth),
    r: run(controls.rotate),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    'ctrl++': zoomIn,
    'ctrl+=': zoomIn,
    'ctrl+-': zoomOut,
    '0': run(controls.resetZoom),
    'ctrl+0': run(controls.resetZoom),
    escape: run(escape),
  })
}

/** Searches the document. */
function PdfFind({ viewer, onClose }: { viewer: PdfViewer; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [matchesCase, setMatchesCase] = useState(false)
  const {
    search,
    controls: { find },
  } = viewer
  useEffect(() => find(query, { matchesCase }), [find, query, matchesCase])
  return (
    <FindBar
      label={texts.findInDocument}
      query={query}
      current={search.current}
      total={search.total}
      isSearching={search.isPending}
      onQuery={setQuery}
      onStep={isBackward => find(query, { isAgain: true, isBackward, matchesCase })}
      onClose={onClose}
    >
      <IconButton
        icon={IconLetterCase}
        label={texts.matchCase}
        active={matchesCase}
        aria-pressed={matchesCase}
        onClick={() => setMatchesCase(!matchesCase)}
      />
    </FindBar>
  )
}
