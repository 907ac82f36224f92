import type { PageCopies } from '@nestmark/contract/reading/copies'
import type { Link } from '@nestmark/contract/shapes'
import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import { type CSSProperties, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { FindBar } from '../../../ui/fields/FindBar.tsx'
import { ReaderArticle } from './ReaderArticle.tsx'
import { ReaderBar } from './ReaderBar.tsx'
import { ReaderHeader } from './ReaderHeader.tsx'
import { ReaderMessage } from './ReaderMessage.tsx'
import css from './Reader.module.css'
import type { ReaderHighlights } from '../find/readerHighlights.ts'
import themesCss from './ReaderThemes.module.css'
import { useCopyActions } from '../useCopyActions.ts'
import { useReader } from './useReader.ts'
import { useReaderKeys } from './useReaderKeys.ts'
import { useReaderText } from './useReaderText.ts'

/** Shows the article of the copy of a page over the entire window. */
export default function ReaderView({
  link,
  copies,
  Highlights,
  onRetry,
  onClose,
}: {
  link: Link
  copies: PageCopies
  Highlights: ReaderHighlights
  /** Reads the copies again, whose addresses are short-lived. */
  onRetry: () => void
  onClose: () => void
}) {
  const [number, setNumber] = useState<number>()
  const version = copies.versions.find(each => each.number === number) ?? copies.versions[0]
  const actions = useCopyActions(link, copies, version, setNumber)
  const text = useReaderText()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const reader = useReader({ link, version, scroller })
  const { article, error, sections, reading, find, aloud, adjacent, body } = reader
  useReaderKeys({ link, text, find, aloud, adjacent, scroller, onClose })
  const { settings, size } = text
  const progress = article ? texts.left(reading.percent, reading.minutesLeft) : ''
  const { section } = reading
  return (
    <Highlights {...{ link, body, scroller, sections }} isNewest={version === copies.versions[0]}>
      {marks => (
        <div className={`stack ${css.view}`}>
          <ReaderHeader
            {...{
              link,
              version,
              actions,
              text,
              find,
              aloud,
              adjacent,
              progress,
              sections,
              section,
              marks,
              onClose,
            }}
            hasArticle={article !== undefined}
          />
          <main
            id="main"
            className={classes('stack t1 rel', css.sheet, themesCss.themed)}
            data-theme={settings.theme}
            style={{ '--size': `${size}px`, '--leading': settings.lineHeight } as CSSProperties}
          >
            {article && <ReadingProgress {...reading} />}
            {article && find.isOpen && (
              <FindBar
                label={texts.find}
                query={find.query}
                current={find.current}
                total={find.total}
                focusRequest={find.focusRequest}
                onQuery={find.setQuery}
                onStep={find.step}
                onClose={find.close}
              />
            )}
            {reader.wasHere && (
              <div className={classes(css.columns, css[settings.width], css.place)} role="status">
                <div className={classes('rel', css.article, 'row g12 f12', css.placeLine)}>
                  {texts.youWereHere}
                </div>
              </div>
            )}
            {/* The keyboard scrolls a text that has no links. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
            <div ref={setScroller} className={css.scroll} tabIndex={0}>
              <div>
                {version && article ? (
                  <ReaderArticle
                    {...{ link, actions, version, article, settings, section, marks }}
                    bodyRef={reader.setBody}
                  />
                ) : (
                  <ReaderMessage
                    {...{ link, copies, version, error }}
                    onRetry={() => {
                      onRetry()
                      reader.retry()
                    }}
                  />
                )}
              </div>
            </div>
            <ReaderBar {...{ progress, adjacent, aloud, text, marks }} />
          </main>
        </div>
      )}
    </Highlights>
  )
}

function ReadingProgress({ fraction, percent }: { fraction: number; percent: number }) {
  return (
    <div
      className={css.progress}
      role="progressbar"
      aria-label={texts.progress}
      aria-valuenow={percent}
      style={{ '--read': fraction } as CSSProperties}
    />
  )
}
