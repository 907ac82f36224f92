import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { shareTexts } from '@nestmark/texts/sharing/share'
import { useMemo, useRef, useState } from 'react'
import { useCoarsePointer, usePhone } from '../../../lib/media/media.ts'
import { useStore } from '../../../lib/store.ts'
import { IconLayoutDashboard } from '../../../ui/icons.ts'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { SkeletonBox, LoadingState } from '../../../ui/progress/Skeleton.tsx'
import { CollectionMatches } from './CollectionMatches.tsx'
import { toDisplayName, useTree } from '../data.ts'
import { expandedCollections, withExpanded } from '../tree/expandedCollections.ts'
import css from './CollectionPicker.module.css'
import { findNewPlace, type NewPlaces } from './newPlace.ts'
import { useSharedTree } from '../useSharedTree.ts'
import { searchTree, type TreeIndex } from '../tree/tree.ts'
import { Tree } from '../tree/Tree.tsx'

interface PickerProps {
  picked: string | undefined
  /** Collections that cannot be chosen (the moved one, its descendants, its current parent). */
  disabled?: ((id: string) => boolean) | undefined
  rootLabel?: string
  /** Omits the collections of others. */
  ownOnly?: boolean | undefined
  /** Where a new collection may be; undefined offers none. */
  newIn?: NewPlaces | undefined
  /** Also called for a new collection, which the tree contains a moment later. */
  onPick: (id: string, name: string) => void
}

/**
 * Chooses one collection in the tree, or by a part of its name. The first choice is the root. A name that is typed can also
 * become a new collection.
 */
export function CollectionPicker({
  picked,
  disabled,
  rootLabel = texts.topLevel,
  ownOnly = false,
  newIn,
  onPick,
}: PickerProps) {
  const { index } = useTree()
  const sharedTree = useSharedTree({ writable: true })
  const shared = ownOnly ? undefined : sharedTree
  const isCoarse = useCoarsePointer()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const matches = useMemo(
    () =>
      [index, shared].flatMap(tree => (tree ? searchTree(tree, query).map(entry => ({ tree, entry })) : [])),
    [index, shared, query],
  )
  if (!index)
    return (
      <LoadingState text={texts.looking}>
        <SkeletonBox style={{ height: 380, borderRadius: 10 }} />
      </LoadingState>
    )
  const pick = (id: string) => {
    const entry = index.entries.get(id) ?? shared?.entries.get(id)
    onPick(id, id === index.root ? rootLabel : toDisplayName(entry?.name ?? ''))
  }
  const pickCreated = (id: string, name: string) => {
    setQuery('')
    // Its option disappears. The field would open the keyboard of a touch screen.
    const next = isCoarse ? list.current : field.current?.querySelector('input')
    next?.focus({ preventScroll: true })
    onPick(id, name)
  }
  return (
    <>
      <div ref={field} className={css.search}>
        <SearchField label={texts.moveSearch} value={query} onChange={setQuery} />
      </div>
      <div ref={list} tabIndex={-1} className={`stack ${css.list}`}>
        {query.trim() !== '' ? (
          <CollectionMatches
            matches={matches}
            shared={shared}
            query={query}
            picked={picked}
            disabled={disabled}
            newPlace={newIn && findNewPlace([index, ...(shared ? [shared] : [])], query, picked, newIn)}
            onPick={pick}
            onCreated={pickCreated}
          />
        ) : (
          <PickerTrees
            index={index}
            shared={shared}
            picked={picked}
            rootLabel={rootLabel}
            disabled={disabled}
            onPick={pick}
          />
        )}
      </div>
    </>
  )
}

/** The root, the user's tree, and the tree of the shared collections. */
function PickerTrees({
  index,
  shared,
  picked,
  rootLabel,
  disabled,
  onPick,
}: Pick<PickerProps, 'picked' | 'disabled' | 'rootLabel'> & {
  index: TreeIndex
  shared: TreeIndex | undefined
  onPick: (id: string) => void
}) {
  const phone = usePhone()
  const [expanded, onExpand] = useExpanded()
  const trees = { expanded, onExpand, mode: 'pick' as const, touch: phone, disabled, onSelect: onPick }
  return (
    <>
      <button
        type="button"
        className={`row t2 rigid ${css.rootOption}`}
        aria-pressed={picked === index.root}
        aria-disabled={disabled?.(index.root) || undefined}
        onClick={() => !disabled?.(index.root) && onPick(index.root)}
      >
        <IconLayoutDashboard className="i s14" />
        {rootLabel}
      </button>
      <Tree {...trees} index={index} current={picked === index.root ? undefined : picked} />
      {shared && (
        <>
          <h3 className={`t3 rigid f12 ${css.heading}`}>{shareTexts.writable}</h3>
          <Tree {...trees} index={shared} label={shareTexts.writable} current={picked} />
        </>
      )}
    </>
  )
}

/** Returns the expanded collections, at first those of the sidebar, and a function that expands or collapses some. */
function useExpanded() {
  const sidebarExpanded = useStore(expandedCollections)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(sidebarExpanded)
  const onExpand = (ids: string[], isExpanded: boolean) =>
    setExpanded(current => withExpanded(current, ids, isExpanded))
  return [expanded, onExpand] as const
}
