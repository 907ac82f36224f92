import type { StoredKind, StoredLink } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useState } from 'react'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { BulkBar } from '../../ui/lists/BulkBar.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconDatabase, IconFileOff, IconTrash } from '../../ui/icons.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import settingsCss from '../settings/Settings.module.css'
import { SettingsLoading } from '../settings/SettingsLoading.tsx'
import { askToRemove } from './askToRemove.ts'
import { CollectionFilter } from './CollectionFilter.tsx'
import { LargestLinkRow } from './LargestLinkRow.tsx'
import css from './Storage.module.css'
import { formatStoredName, type StoredFilter, storedLinksPerPage, useStoredLinks } from './storageData.ts'
import { useRemoveStoredFiles } from './useRemoveStoredFiles.ts'

const kinds: readonly StoredKind[] = ['all', 'files', 'encrypted', 'copies']

/** The links with the most stored bytes, which can be selected to remove their files. */
export function LargestLinks({
  filter,
  onFilter,
}: {
  filter: StoredFilter
  onFilter: (filter: StoredFilter) => void
}) {
  const [pages, setPages] = useState(1)
  const [selected, setSelected] = useState<ReadonlyMap<string, StoredLink>>(new Map())
  const remove = useRemoveStoredFiles()
  const first = useStoredLinks(filter, 1)
  const { total } = first.data ?? { total: 0 }
  const change = (next: StoredFilter) => {
    setPages(1)
    setSelected(new Map())
    onFilter(next)
  }
  const toggle = (link: StoredLink) => {
    const next = new Map(selected)
    if (!next.delete(link._id)) next.set(link._id, link)
    setSelected(next)
  }
  const bytes = [...selected.values()].reduce((sum, link) => sum + link.bytes, 0)
  const clear = () => setSelected(new Map())
  const askFor = (links: readonly StoredLink[], onDone: () => void) =>
    askToRemove(links, filter.kind, remove, onDone)
  const trash = (links: readonly StoredLink[], onDone: () => void) =>
    openOverlay('trash', { links: links.map(toMovable), onDone })
  /** Runs after an action on one row, which may be selected. */
  const deselect = (link: StoredLink) => {
    if (selected.has(link._id)) toggle(link)
  }
  return (
    <section aria-labelledby="largest-links" className={`stack g10 ${css.section}`}>
      <div className={`row wrap g10 ${css.toolbar}`}>
        <h3 className={settingsCss.sectionTitle} id="largest-links">
          {texts.largest}
        </h3>
        <span className="grow" />
        <Segmented
          label={texts.kindLabel}
          value={filter.kind}
          options={kinds.map(value => ({ value, label: texts.kinds[value] }))}
          onChange={kind => change({ ...filter, kind })}
        />
        <CollectionFilter
          collection={filter.collection}
          onChange={collection => change({ ...filter, collection })}
        />
      </div>
      {first.data ? (
        total === 0 && <Empty filter={filter} />
      ) : (
        <SettingsLoading error={first.error} onRetry={() => void first.refetch()} />
      )}
      {total > 0 && (
        <ul className={css.links}>
          {Array.from({ length: pages }, (_, at) => (
            <LinkPage
              key={at}
              filter={filter}
              page={at + 1}
              selected={selected}
              onToggle={toggle}
              onRemove={link => askFor([link], () => deselect(link))}
              onTrash={link => trash([link], () => deselect(link))}
            />
          ))}
        </ul>
      )}
      {total > pages * storedLinksPerPage && (
        <Button className={css.more} onClick={() => setPages(pages + 1)}>
          {texts.showMore}
        </Button>
      )}
      {selected.size > 0 && (
        <BulkBar
          label={texts.selected(selected.size, formatStoredSize(bytes))}
          count={texts.selected(selected.size, formatStoredSize(bytes))}
          actions={[
            {
              label: texts.removeFiles,
              icon: IconFileOff,
              run: () => askFor([...selected.values()], clear),
            },
            {
              label: texts.moveToTrash,
              icon: IconTrash,
              danger: true,
              shortcut: 'delete',
              run: () => trash([...selected.values()], clear),
            },
          ]}
          onClear={clear}
        />
      )}
    </section>
  )
}

const toMovable = (link: StoredLink) => ({
  _id: link._id,
  name: formatStoredName(link),
  parent: link.parent,
})

/** The links of one page. Later pages are loaded when they are shown. */
function LinkPage({
  filter,
  page,
  selected,
  onToggle,
  onRemove,
  onTrash,
}: {
  filter: StoredFilter
  page: number
  selected: ReadonlyMap<string, StoredLink>
  onToggle: (link: StoredLink) => void
  onRemove: (link: StoredLink) => void
  onTrash: (link: StoredLink) => void
}) {
  const { data, error, refetch } = useStoredLinks(filter, page)
  if (!data) return <SettingsLoading error={error} onRetry={() => void refetch()} />
  return data.links.map(link => (
    <LargestLinkRow
      key={link._id}
      link={link}
      isSelecting={selected.size > 0}
      isSelected={selected.has(link._id)}
      onToggle={() => onToggle(link)}
      onRemove={() => onRemove(link)}
      onTrash={() => onTrash(link)}
    />
  ))
}

function Empty({ filter }: { filter: StoredFilter }) {
  const isFiltered = filter.kind !== 'all' || filter.collection !== null
  return (
    <EmptyState
      level={3}
      icon={IconDatabase}
      title={isFiltered ? texts.emptyFilter : texts.empty}
      line={isFiltered ? undefined : texts.emptyLine}
    />
  )
}
