import type { PageCopies } from '@nestmark/contract/copies'
import type { Link } from '@nestmark/contract/shapes'
import { readerTexts as texts } from '@nestmark/texts/reader'
import { type CSSProperties, useState } from 'react'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { safeHref } from '../../lib/addresses.ts'
import { overlays } from '../../lib/overlay.ts'
import { ReaderArticle } from './ReaderArticle.tsx'
import { ReaderHeader } from './ReaderHeader.tsx'
import { ReaderMessage } from './ReaderMessage.tsx'
import { toMinutes } from './readingTime.ts'
import css from './Reader.module.css'
import { useArticle } from './useArticle.ts'
import { useReaderText } from './useReaderText.ts'
import { useReading } from './useReading.ts'

const none: never[] = []

/** Shows the article of the copy of a page over the whole window. */
export default function ReaderView({
  link,
  copies,
  onClose,
}: {
  link: Link
  copies: PageCopies
  onClose: () => void
}) {
  const [number, setNumber] = useState<number>()
  const version = copies.versions.find(each => each.number === number) ?? copies.versions[0]
  const article = useArticle(link._id, version)
  const text = useReaderText()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const sections = article.data?.sections ?? none
  const { fraction, section } = useReading(scroller, sections)
  const isCovered = () => overlays.get().length > 0 || document.querySelector(':popover-open') !== null
  const resize = (by: number) => () => text.change({ size: text.size + by })
  useHotkeys({
    escape: () => !isCovered() && onClose(),
    '+': resize(1),
    '=': resize(1),
    '-': resize(-1),
    o: () => {
      const href = safeHref(link.link)
      if (href && !isCovered()) window.open(href, '_blank', 'noopener,noreferrer')
    },
  })
  const { settings, size } = text
  const minutes = version ? toMinutes(version.words) : 0
  const percent = Math.round(fraction * 100)
  return (
    <div className={css.view}>
      <ReaderHeader {...{ link, version, text, onClose }} />
      <main
        id="main"
        className={css.sheet}
        data-theme={settings.theme}
        style={{ '--size': `${size}px`, '--leading': settings.lineHeight } as CSSProperties}
      >
        {article.data && (
          <div
            className={css.progress}
            role="progressbar"
            aria-label={texts.progress}
            aria-valuenow={percent}
            style={{ '--read': fraction } as CSSProperties}
          />
        )}
        <div ref={setScroller} className={css.scroll} tabIndex={-1}>
          <div>
            {version && article.data ? (
              <ReaderArticle
                {...{ link, copies, version, settings, section }}
                article={article.data}
                onVersion={setNumber}
              />
            ) : (
              <ReaderMessage
                {...{ link, copies, version }}
                error={article.error}
                onRetry={() => void article.refetch()}
              />
            )}
          </div>
        </div>
        {article.data && (
          <footer className={css.bar}>
            <span className="num">{texts.left(percent, Math.ceil(minutes * (1 - fraction)))}</span>
          </footer>
        )}
      </main>
    </div>
  )
}
