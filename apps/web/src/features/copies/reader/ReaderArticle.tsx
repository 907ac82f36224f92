import type { PageCopies } from '@nestmark/contract/reading/copies'
import type { Link } from '@nestmark/contract/shapes'
import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import { Fragment } from 'react'
import { formatDate, isoDate } from '../../../lib/dates.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { CategoryMark } from '../../../ui/marks/CategoryBadge.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import textCss from '../ArticleText.module.css'
import { CopyFact, CopyLine } from '../CopyLine.tsx'
import css from './Reader.module.css'
import type { ReaderMarks } from '../find/readerHighlights.ts'
import { ReaderSections } from './ReaderSections.tsx'
import type { ReaderSettings } from './readerSettings.ts'
import { toMinutes } from '../readingTime.ts'
import type { CopyActions } from '../useCopyActions.ts'
import type { Article } from '../useArticle.ts'

/** Shows the sections, the head and the text of an article. */
export function ReaderArticle({
  link,
  actions,
  version,
  article,
  settings,
  section,
  marks,
  bodyRef,
}: {
  link: Link
  /** What has happened to the page since, and what can be done with the copy. */
  actions: CopyActions
  version: PageCopies['versions'][number]
  article: Article
  settings: ReaderSettings
  /** The index of the section that is read; -1 before the first one. */
  section: number
  marks: ReaderMarks
  /** Receives the element of the text, which is put into it. */
  bodyRef: (body: HTMLDivElement | null) => void
}) {
  const phone = usePhone()
  // The phone has no room for the line: its menu has what can be done with the copy.
  const hasCopyLine = actions.note !== '' && !phone
  const facts = [version.site_name || hostOf(link.link), version.byline].filter(Boolean)
  return (
    <div className={classes(css.columns, css[settings.width])}>
      <ReaderSections sections={article.sections} words={version.words} {...{ section, marks }} />
      <article className={`rel ${css.article}`} lang={version.lang || undefined} dir={version.dir}>
        <div className={`row wrap t3 ${css.facts}`}>
          <CategoryMark category={link.category} />
          {facts.map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && <span aria-hidden="true">·</span>}
              <bdi>{fact}</bdi>
            </Fragment>
          ))}
          {version.published_at !== null && (
            <>
              <span aria-hidden="true">·</span>
              <time dateTime={isoDate(version.published_at)} dir="ltr">
                {formatDate(version.published_at)}
              </time>
            </>
          )}
          <span className={css.onPhone} aria-hidden="true">
            ·
          </span>
          <bdi className={css.onPhone}>{texts.minutes(toMinutes(version.words))}</bdi>
          {!hasCopyLine && (
            <>
              <span className={css.notOnPhone} aria-hidden="true">
                ·
              </span>
              <CopyFact actions={actions} />
            </>
          )}
        </div>
        <h1 className={`anywhere mt8 ${css.title}`} dir="auto">
          {version.title || formatTitle(link)}
        </h1>
        {hasCopyLine && <CopyLine actions={actions} />}
        <div ref={bodyRef} className={classes(textCss.text, settings.typeface === 'sans' && textCss.sans)} />
        {marks.overlay}
      </article>
      {marks.margin}
    </div>
  )
}

function hostOf(address: string): string {
  return URL.parse(address)?.host.replace(/^www\./, '') ?? ''
}
