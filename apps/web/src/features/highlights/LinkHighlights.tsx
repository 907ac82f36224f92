import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import { Link } from '../../lib/router/links.tsx'
import { toPlayable } from '../../lib/media/playable.ts'
import { useReaderState } from '../copies/reader/readerState.ts'
import { useCopiesOfLink } from '../links/detail/linkCopies.ts'
import { HighlightEgg } from './list/HighlightEgg.tsx'
import css from './LinkHighlights.module.css'
import { usePageHighlights } from './reader/readerPage.ts'

/** More are in the reader. */
const maxShown = 5

/** Lists the user's highlights of the page of a link, each with the way to its place in the reader. */
export function LinkHighlights({ link }: { link: LinkShape }) {
  const page = usePageHighlights(link)
  const state = useReaderState()
  const reader = useReaderAddress(link)
  const highlights = page?.data.highlights.filter(({ text }) => text !== '') ?? []
  if (highlights.length === 0) return null
  return (
    <section className={css.section} aria-labelledby={`highlights-${link._id}`}>
      <h2 id={`highlights-${link._id}`} className={css.title}>
        {texts.title} <span className="num">{highlights.length}</span>
      </h2>
      <ul className={`stack ${css.list}`}>
        {highlights.slice(0, maxShown).map(({ _id: id, style, text, comm }) => {
          const content = (
            <>
              <HighlightEgg style={style} className={css.egg} />
              <span className={`clamp anywhere ${css.words}`} dir="auto">
                {text}
              </span>
              {comm !== '' && (
                <span className={`clamp anywhere ${css.comment}`} dir="auto">
                  {comm}
                </span>
              )}
            </>
          )
          return (
            <li key={id}>
              {reader === null ? (
                <span className={css.highlight}>{content}</span>
              ) : (
                <Link className={css.highlight} to={`${reader}?highlight=${id}`} state={state}>
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {highlights.length > maxShown && reader !== null && (
        <Link className={`acc w540 ${css.all}`} to={reader} state={state}>
          {texts.showAll(highlights.length)}
        </Link>
      )}
    </section>
  )
}

/** Returns the address at which the text of a link is read here; null where it is not. */
function useReaderAddress(link: LinkShape): string | null {
  const copies = useCopiesOfLink(link)
  if (toPlayable(link)?.kind === 'document') return `/l/${link._id}/pdf`
  return copies?.versions.some(({ reader }) => reader !== null) ? `/l/${link._id}/read` : null
}
