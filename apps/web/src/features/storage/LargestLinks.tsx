import type { StoredKind, StoredLink } from '@nestmark/contract/storage'
import { formatStorageSize } from '@nestmark/core/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useState } from 'react'
import { openOverlay } from '../../lib/overlay.ts'
import { BulkBar } from '../../ui/BulkBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconDatabase, IconFileOff, IconTrash, IconX } from '../../ui/icons.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import settingsCss from '../settings/Settings.module.css'
import { SettingsLoading } from '../settings/SettingsLoading.tsx'
import { askToRemove } from './askToRemove.ts'
import { LargestLinkRow } from './LargestLinkRow.tsx'
import css from './Storage.module.css'
import { type StoredFilter, useStoredLinks } from './storageData.ts'
import { useRemoveStoredFiles } from './useRemoveStoredFiles.ts'

const pageSize = 50
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
  return (
    <section aria-labelledby="largest-links" className={css.section}>
      <div className={css.toolbar}>
        <h3 className={settingsCss.sectionTitle} id="largest-links">
          {texts.largest}
        </h3>
        <span className="grow" />
        {filter.collection && (
          <Button
            size="sm"
            icon={IconX}
            title={texts.showAll}
            onClick={() => change({ ...filter, collection: null })}
          >
            {texts.inside(filter.collection.name)}
          </Button>
        )}
        <Segmented
          label={texts.kindLabel}
          value={filter.kind}
          options={kinds.map(value => ({ value, label: texts.kinds[value] }))}
          onChange={kind => change({ ...filter, kind })}
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
            <LinkPage key={at} filter={filter} page={at + 1} selected={selected} onToggle={toggle} />
          ))}
        </ul>
      )}
      {total > pages * pageSize && (
        <Button className={css.more} onClick={() => setPages(pages + 1)}>
          {texts.showMore}
        </Button>
      )}
      {selected.size > 0 && (
        <BulkBar
          label={texts.selected(selected.size, formatStorageSize(bytes))}
          count={texts.selected(selected.size, formatStorageSize(bytes))}
          actions={[
            {
              label: texts.removeFiles,
              icon: IconFileOff,
              run: () => askToRemove([...selected.values()], filter.kind, remove, clear),
            },
            {
              label: texts.moveToTrash,
              icon: IconTrash,
              danger: true,
              shortcut: 'delete',
              run: () =>
                openOverlay('trash', { links: [...selected.values()].map(toMovable), onDone: clear }),
            },
          ]}
          onClear={clear}
        />
      )}
    </section>
  )
}

const toMovable = ({ _id, name, parent }: StoredLink) => ({ _id, name, parent })

/** The links of one page. Later pages are loaded when they are shown. */
function LinkPage({
  filter,
  page,
  selected,
  onToggle,
}: {
  filter: StoredFilter
  page: number
  selected: ReadonlyMap<string, StoredLink>
  onToggle: (link: StoredLink) => void
}) {
  const { data, error, refetch } = useStoredLinks(filter, page)
  if (!data) return <SettingsLoading error={error} onRetry={() => void refetch()} />
  return data.links.map(link => (
    <LargestLinkRow
      key={link._id}
      link={link}
      isSelected={selected.has(link._id)}
      onToggle={() => onToggle(link)}
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
