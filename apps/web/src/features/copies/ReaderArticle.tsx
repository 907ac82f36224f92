import type { PageCopies } from '@nestmark/contract/copies'
import type { Link } from '@nestmark/contract/shapes'
import { readerTexts as texts } from '@nestmark/texts/reader'
import { Fragment } from 'react'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { CategoryMark } from '../../ui/CategoryBadge.tsx'
import { classes } from '../../ui/classes.ts'
import { formatTitle } from '../links/linkDisplay.ts'
import textCss from './ArticleText.module.css'
import { CopyLine } from './CopyLine.tsx'
import css from './Reader.module.css'
import { ReaderSections } from './ReaderSections.tsx'
import type { ReaderSettings } from './readerSettings.ts'
import { toMinutes } from './readingTime.ts'
import type { Article } from './useArticle.ts'

/** Shows the sections, the head and the text of an article. */
export function ReaderArticle({
  link,
  copies,
  version,
  article,
  settings,
  section,
  onVersion,
  bodyRef,
}: {
  link: Link
  copies: PageCopies
  version: PageCopies['versions'][number]
  article: Article
  settings: ReaderSettings
  /** The index of the section that is read; -1 before the first one. */
  section: number
  onVersion: (number: number) => void
  /** Receives the element of the text, which is put into it. */
  bodyRef: (body: HTMLDivElement | null) => void
}) {
  const facts = [version.site_name || hostOf(link.link), version.byline].filter(Boolean)
  return (
    <div className={classes(css.columns, css[settings.width])}>
      <ReaderSections sections={article.sections} section={section} words={version.words} />
      <article className={css.article} lang={version.lang || undefined} dir={version.dir}>
        <div className={css.facts}>
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
        </div>
        <h1 className={css.title} dir="auto">
          {version.title || formatTitle(link)}
        </h1>
        <CopyLine {...{ link, copies, version, onVersion }} />
        <div ref={bodyRef} className={classes(textCss.text, settings.typeface === 'sans' && textCss.sans)} />
      </article>
    </div>
  )
}

function hostOf(address: string): string {
  return URL.parse(address)?.host.replace(/^www\./, '') ?? ''
}
