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
import css from './Reader.module.css'
import type { ReaderMarks } from '../find/readerHighlights.ts'
import { ReaderSections } from './ReaderSections.tsx'
import type { ReaderSettings } from './readerSettings.ts'
import { toMinutes } from '../readingTime.ts'
import type { CopyActions } from '../useCopyActions.ts'
import type { Article } from '../useArticle.ts'
import { copyTexts } from '@nestmark/texts/reading/copies'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconChevronDown, IconHistory } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menus/Menu.tsx'

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

/** Shows the date of a copy whose page has changed or was deleted since, with what can be done about it. */
function CopyLine({ actions }: { actions: CopyActions }) {
  const { note, title, facts, versions, isBusy, keep } = actions
  return (
    <div className={`row g8 t2 ${css.copy}`} lang="en" dir="ltr">
      <IconHistory className="i" />
      <span className="grow" role="status">
        <b>{title}</b>
        {[note, ...facts].map(fact => ` · ${fact}`)}
      </span>
      {versions.length > 0 && (
        <Menu label={copyTexts.versions} items={versions}>
          {trigger => (
            <Button {...trigger} size="sm" variant="ghost" icon={IconChevronDown}>
              {copyTexts.versions}
            </Button>
          )}
        </Menu>
      )}
      {keep && (
        <Button size="sm" disabled={isBusy} onClick={keep.run}>
          {keep.label}
        </Button>
      )}
    </div>
  )
}

/** Shows the date of a copy as one of the facts about the page, and on the phone what has happened to the page since. */
function CopyFact({ actions: { note, title, facts, isBusy } }: { actions: CopyActions }) {
  const line = [title, note, ...facts, isBusy && copyTexts.keeping].filter(Boolean).join(' · ')
  return (
    <span className={css.copyFact} role="status" lang="en" dir="ltr">
      {note !== '' && <IconHistory className="i" />}
      {line}
    </span>
  )
}
