import { splitList } from '../../lib/splitList.ts'
import type { StoredKind, StoredLink, removeStoredFiles } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useState } from 'react'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { BulkBar } from '../../ui/lists/BulkBar.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconDatabase, IconFileOff, IconTrash } from '../../ui/icons.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import settingsCss from '../settings/Settings.module.css'
import { CollectionFilter } from './CollectionFilter.tsx'
import { LargestLinkRow } from './LargestLinkRow.tsx'
import css from './Storage.module.css'
import { formatStoredName, type StoredFilter, useStoredLinks } from './storageData.ts'
import { StoredPages } from './StoredPages.tsx'
import { useRemoveStoredFiles } from './useRemoveStoredFiles.ts'
import type { Input } from '@nestmark/contract/operation'

const kinds: readonly StoredKind[] = ['all', 'files', 'encrypted', 'copies']

/** The links with the most stored bytes, which can be selected to remove their files. */
export function LargestLinks({
  filter,
  onFilter,
}: {
  filter: StoredFilter
  onFilter: (filter: StoredFilter) => void
}) {
  const [selected, setSelected] = useState<ReadonlyMap<string, StoredLink>>(new Map())
  const remove = useRemoveStoredFiles()
  const { data } = useStoredLinks(filter, 1)
  const change = (next: StoredFilter) => {
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
      {data?.total === 0 && <Empty filter={filter} />}
      <StoredPages key={`${filter.kind} ${filter.collection?._id}`} filter={filter} more={css.more}>
        {link => (
          <LargestLinkRow
            key={link._id}
            link={link}
            isSelecting={selected.size > 0}
            isSelected={selected.has(link._id)}
            onToggle={() => toggle(link)}
            onRemove={() => askFor([link], () => deselect(link))}
            onTrash={() => trash([link], () => deselect(link))}
          />
        )}
      </StoredPages>
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

const linksAtOnce = 200

/** Asks for confirmation before the files of links are removed. */
function askToRemove(
  links: readonly StoredLink[],
  kind: StoredKind,
  remove: (orders: readonly Input<typeof removeStoredFiles>[]) => Promise<void>,
  onDone: () => void,
): void {
  const bytes = links.reduce((sum, link) => sum + link.bytes, 0)
  const ids = links.map(link => link._id)
  const orders = splitList(ids, () => 1, { maxSize: linksAtOnce }).map(linkIdArr => ({
    linkIdArr,
    what: kind,
  }))
  openOverlay('confirm', {
    title: texts.removeAsk(links.length, links[0] ? formatStoredName(links[0]) : ''),
    body: texts.removeLine(formatStoredSize(bytes), links.length),
    confirm: texts.remove,
    icon: IconFileOff,
    danger: true,
    run: async () => {
      await remove(orders)
      onDone()
    },
  })
}
