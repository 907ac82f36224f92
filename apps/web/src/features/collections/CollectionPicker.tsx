import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { shareTexts } from '@nestmark/texts/share'
import { useMemo, useState } from 'react'
import { usePhone } from '../../lib/media.ts'
import { useStore } from '../../lib/store.ts'
import { IconLayoutDashboard } from '../../ui/icons.ts'
import { CollectionGlyph } from '../../ui/CollectionGlyph.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SkeletonBox, LoadingState } from '../../ui/Skeleton.tsx'
import { type CollectionMatch, formatMatchPath } from './collectionMatch.ts'
import { toDisplayName, useTree } from './data.ts'
import { HighlightedMatch } from './HighlightedMatch.tsx'
import { expandedCollections } from './expandedCollections.ts'
import css from './CollectionPicker.module.css'
import { useSharedTree } from './useSharedTree.ts'
import { searchTree, type TreeIndex } from './tree.ts'
import { Tree } from './Tree.tsx'

/** Chooses one collection in the tree, or by a part of its name. The first choice is the root. */
export function CollectionPicker({
  picked,
  disabled,
  rootLabel = texts.topLevel,
  ownOnly = false,
  onPick,
}: {
  picked: string | undefined
  /** Collections that cannot be chosen (the moved one, its descendants, its current parent). */
  disabled?: ((id: string) => boolean) | undefined
  rootLabel?: string
  /** Omits the collections of others. */
  ownOnly?: boolean | undefined
  onPick: (id: string, name: string) => void
}) {
  const { index } = useTree()
  const sharedTree = useSharedTree({ writable: true })
  const shared = ownOnly ? undefined : sharedTree
  const phone = usePhone()
  const [query, setQuery] = useState('')
  const [expanded, onExpand] = useExpanded()
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
  return (
    <>
      <div className={css.search}>
        <SearchField label={texts.moveSearch} value={query} onChange={setQuery} />
      </div>
      <div className={css.list}>
        {query.trim() !== '' ? (
          <CollectionMatches
            matches={matches}
            shared={shared}
            query={query}
            picked={picked}
            disabled={disabled}
            onPick={pick}
          />
        ) : (
          <>
            <button
              type="button"
              className={css.rootOption}
              aria-pressed={picked === index.root}
              aria-disabled={disabled?.(index.root) || undefined}
              onClick={() => !disabled?.(index.root) && pick(index.root)}
            >
              <IconLayoutDashboard className="i s14" />
              {rootLabel}
            </button>
            <Tree
              index={index}
              expanded={expanded}
              onExpand={onExpand}
              current={picked === index.root ? undefined : picked}
              mode="pick"
              touch={phone}
              disabled={disabled}
              onSelect={pick}
            />
            {shared && (
              <>
                <h3 className={css.heading}>{shareTexts.writable}</h3>
                <Tree
                  index={shared}
                  label={shareTexts.writable}
                  expanded={expanded}
                  onExpand={onExpand}
                  current={picked}
                  mode="pick"
                  touch={phone}
                  disabled={disabled}
                  onSelect={pick}
                />
              </>
            )}
          </>
        )}
      </div>
    </>
  )
}

/** Returns the expanded collections, at first those of the sidebar, and a function that expands or collapses some. */
function useExpanded() {
  const sidebarExpanded = useStore(expandedCollections)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(sidebarExpanded)
  const onExpand = (ids: string[], isExpanded: boolean) =>
    setExpanded(current => {
      const next = new Set(current)
      for (const id of ids)
        if (isExpanded) next.add(id)
        else next.delete(id)
      return next
    })
  return [expanded, onExpand] as const
}

function CollectionMatches({
  matches,
  shared,
  query,
  picked,
  disabled,
  onPick,
}: {
  matches: readonly CollectionMatch[]
  /** The tree of shared collections. */
  shared: TreeIndex | undefined
  query: string
  picked: string | undefined
  disabled: ((id: string) => boolean) | undefined
  onPick: (id: string) => void
}) {
  return (
    <div className={css.matches} role="listbox" aria-label={texts.collections(matches.length)}>
      {matches.map(match => {
        const { tree, entry } = match
        return (
          <button
            key={entry.id}
            type="button"
            role="option"
            className={css.option}
            aria-selected={entry.id === picked}
            aria-disabled={disabled?.(entry.id) || undefined}
            onClick={() => !disabled?.(entry.id) && onPick(entry.id)}
          >
            <CollectionGlyph levels={entry.levels + 1} counts={entry.totals} size={26} />
            <span className="grow">
              <span className={`el ${css.name}`} dir="auto">
                <HighlightedMatch text={toDisplayName(entry.name)} query={query} />
              </span>
              <br />
              <span className={`el ${css.path}`} dir="auto">
                {formatMatchPath(match, tree === shared)}
              </span>
            </span>
          </button>
        )
      })}
      {matches.length === 0 && <p className={css.noMatches}>{texts.moveNoChoice}</p>}
    </div>
  )
}
