import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { formatNumber } from '@nestmark/texts/counts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePhone } from '../../lib/media/media.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts'
import { VirtualRows } from '../../ui/lists/VirtualRows.tsx'
import { useMe } from '../session/data.ts'
import css from './BrokenList.module.css'
import { BrokenRow } from './BrokenRow.tsx'
import rowCss from './BrokenRow.module.css'
import { CheckLegend } from './CheckEggs.tsx'
import { stateIcons, stateTones } from './describeStatus.ts'
import type { BrokenFilter, BrokenSection } from './sections.ts'
import type { BrokenActions, Ticks } from './useBrokenActions.ts'
import { useRowKeys } from '../../lib/lists/rowKeys.ts'
import { findShortcut } from '../../ui/menus/findShortcut.ts'

const shownAtFirst = 5
/** From this number of rows on, only those near the window are rendered. */
const manyRows = 100
/** The height of a row in a wide window, in pixels. */
const rowHeight = 52
/** These keys apply to the ticked links, by their bar. */
const bulkKeys = new Set(['m', 'delete'])

interface ListProps {
  ticks: Ticks
  actions: BrokenActions
}

/**
 * Lists broken links in sections: five rows each, and all of a section that is chosen. The keys move between the rows and act
 * on the focused one.
 */
export function BrokenList({
  sections,
  filter,
  ...props
}: { sections: readonly BrokenSection[]; filter: BrokenFilter } & ListProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const links = sections.flatMap(section => section.links)
  const list = useRef<HTMLDivElement>(null)
  const { ticks, actions } = props
  const { onKeyDown, onFocus } = useRowKeys(
    { list, name: 'broken', ids: links.map(link => link._id) },
    (event, id, key) => {
      const target = event.target as HTMLElement
      const link = links.find(each => each._id === id)
      if (!link || !target.matches('[data-main], [type=checkbox]')) return
      if (key === 'x' || (key === ' ' && target.matches('[data-main]'))) {
        event.preventDefault()
        ticks.set([link], !ticks.has(link))
        return
      }
      if (bulkKeys.has(key) && links.some(ticks.has)) return
      const entry = findShortcut(actions.entries(link), key)
      if (!entry?.run) return
      event.preventDefault()
      entry.run()
    },
  )
  const { columns } = texts
  return (
    <>
      <div className={`t3 mt8 f12 ${rowCss.head}`} aria-hidden="true">
        <span />
        <span />
        <span>{columns.title}</span>
        <span>{columns.status}</span>
        <span>{columns.checks}</span>
        <span className={`row g6 t2 min0 ${rowCss.collection}`}>{columns.collection}</span>
        <span />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={list} onKeyDown={onKeyDown} onFocus={onFocus}>
        {sections.map(section => (
          <Section
            key={section.state}
            section={section}
            isWhole={filter !== 'all' || open.has(section.state)}
            isFolded={folded.has(section.state)}
            onOpen={() => setOpen(now => new Set([...now, section.state]))}
            onFold={() => setFolded(now => toggle(now, section.state))}
            {...props}
          />
        ))}
      </div>
      <CheckLegend />
    </>
  )
}

function toggle(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}

function Section({
  section: { state, links },
  isWhole,
  isFolded,
  onOpen,
  onFold,
  ticks,
  actions,
}: {
  section: BrokenSection
  isWhole: boolean
  isFolded: boolean
  onOpen: () => void
  onFold: () => void
} & ListProps) {
  const phone = usePhone()
  const rootId = useMe()?.root_folder
  const Glyph = stateIcons[state]
  const { title, line } =
    state === 'ignored' ? { title: texts.ignored, line: texts.ignoredLine } : texts.sections[state]
  const shown = isWhole ? links : links.slice(0, shownAtFirst)
  const renderRow = (link: BrokenLink) => (
    <BrokenRow key={link._id} link={link} isTicked={ticks.has(link)} rootId={rootId} actions={actions} />
  )
  return (
    <section aria-label={title}>
      <div className={`row ${css.section}`}>
        {!phone && (
          <IconButton
            small
            icon={isFolded ? IconChevronRight : IconChevronDown}
            label={isFolded ? texts.unfold(title) : texts.fold(title)}
            onClick={onFold}
          />
        )}
        <Glyph className={`i ${stateTones[state] ?? 't3'}`} />
        <h2>{title}</h2>
        <span className="num t3">{formatNumber(links.length)}</span>
        <span className={`el grow t3 ${css.about}`}>{line}</span>
        {state === 'moved' && (
          <Button
            size="sm"
            variant="ghost"
            className={css.all}
            disabled={actions.isOffline}
            title={actions.isOffline ? texts.needsConnection : undefined}
            onClick={() => actions.update(links)}
          >
            {phone ? texts.updateAllShort(links.length) : texts.updateAll(links.length)}
          </Button>
        )}
      </div>
      {!isFolded &&
        (shown.length > manyRows && !phone ? (
          <VirtualRows
            count={shown.length}
            height={rowHeight}
            rowId={index => shown[index]?._id}
            row={index => {
              const link = shown[index]
              return link && renderRow(link)
            }}
          />
        ) : (
          <div>{shown.map(renderRow)}</div>
        ))}
      {!isFolded && links.length > shown.length && (
        <button
          type="button"
          className={`acc block ${css.more}`}
          aria-label={texts.moreOf(links.length - shown.length, title)}
          onClick={({ currentTarget }) => {
            const section = currentTarget.closest('section')
            flushSync(onOpen)
            // The button is removed; the first link that it showed has its focus.
            const rows = section?.querySelectorAll<HTMLElement>('[data-main]')
            rows?.item(shown.length)?.focus({ preventScroll: true })
          }}
        >
          {texts.more(links.length - shown.length)}
        </button>
      )}
    </section>
  )
}
