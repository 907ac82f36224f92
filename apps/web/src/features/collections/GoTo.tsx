import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { stopCapturing, getCapturedText } from '../../lib/captureTyping.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { CollectionGlyph } from '../../ui/CollectionGlyph.tsx'
import { type CollectionMatch, formatMatchPath } from './collectionMatch.ts'
import { toDisplayName, useTree } from './data.ts'
import { useSharedTree } from './useSharedTree.ts'
import css from './GoTo.module.css'
import { HighlightedMatch } from './HighlightedMatch.tsx'
import { searchTree, type TreeIndex, type TreeEntry } from './tree.ts'

const maxMatches = 40

function listTopEntries(index: TreeIndex): TreeEntry[] {
  const top = index.entries.get(index.root)?.children.slice(0, maxMatches) ?? []
  return top.flatMap(node => index.entries.get(node._id) ?? [])
}

/** Opens a collection by a few letters of its name. */
export default function GoTo({ onClose }: { onClose: () => void }) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: false })
  const navigate = useNavigate()
  // The keys that were pressed while the code of this dialog was loading.
  const [query, setQuery] = useState(getCapturedText)
  useEffect(stopCapturing, [])
  const [activeIndex, setActiveIndex] = useState(0)
  const matches = useMemo(
    () =>
      [index, shared]
        .flatMap(tree => {
          if (!tree) return []
          const entries = query.trim() === '' ? listTopEntries(tree) : searchTree(tree, query, maxMatches)
          return entries.map(entry => ({ tree, entry }))
        })
        .slice(0, maxMatches),
    [index, shared, query],
  )
  const shownIndex = Math.min(activeIndex, matches.length - 1)

  const openEntry = (entry: TreeEntry | undefined) => {
    if (!entry) return
    onClose()
    void navigate(`/c/${entry.id}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && matches.length > 0) {
      event.preventDefault()
      const next = (shownIndex + step + matches.length) % matches.length
      setActiveIndex(next)
      document.getElementById(`goto-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') openEntry(matches[shownIndex]?.entry)
  }
  return (
    <Dialog title={texts.goTo} size={580} bare onClose={onClose}>
      <div className={css.searchBar}>
        <IconSearch className="i s18" />
        <input
          data-autofocus
          className={css.input}
          role="combobox"
          aria-expanded="true"
          aria-controls="goto-list"
          aria-activedescendant={matches.length > 0 ? `goto-${shownIndex}` : undefined}
          aria-label={texts.goTo}
          placeholder={texts.goTo}
          autoComplete="off"
          dir="auto"
          value={query}
          onChange={event => {
            setQuery(event.target.value)
            setActiveIndex(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys={['Ctrl G']} />
      </div>
      <div className={css.list} id="goto-list" role="listbox" aria-label={texts.goTo}>
        <div className={css.heading} role="presentation">
          {matches.length > 0 ? texts.goTo : texts.moveNoChoice}
        </div>
        {index &&
          matches.map((match, position) => (
            <GoToOption
              key={match.entry.id}
              id={`goto-${position}`}
              match={match}
              isShared={match.tree === shared}
              query={query}
              active={position === shownIndex}
              onActivate={() => setActiveIndex(position)}
              onOpen={() => openEntry(match.entry)}
            />
          ))}
      </div>
      <KeyHints />
    </Dialog>
  )
}

function GoToOption({
  id,
  match,
  isShared,
  query,
  active,
  onActivate,
  onOpen,
}: {
  id: string
  match: CollectionMatch
  /** The match is in the tree of shared collections. */
  isShared: boolean
  query: string
  active: boolean
  onActivate: () => void
  onOpen: () => void
}) {
  const { entry } = match
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={css.option}
      onMouseMove={onActivate}
      onClick={onOpen}
    >
      <CollectionGlyph levels={entry.levels + 1} counts={entry.totals} size={26} />
      <div className="grow">
        <div className={`el ${css.name}`} dir="auto">
          <HighlightedMatch text={toDisplayName(entry.name)} query={query} />
        </div>
        <div className={`el ${css.path}`} dir="auto">
          {formatMatchPath(match, isShared)}
        </div>
      </div>
      {active && (
        <span className={css.openHint}>
          {texts.goToOpen} <Kbd keys={['↵']} />
        </span>
      )}
    </div>
  )
}

function KeyHints() {
  return (
    <div className={css.footer} aria-hidden="true">
      <span>
        <Kbd keys={['↑', '↓']} /> {texts.goToMove}
      </span>
      <span>
        <Kbd keys={['↵']} /> {texts.goToEnter}
      </span>
      <span>
        <Kbd keys={['Esc']} /> {texts.goToEsc}
      </span>
    </div>
  )
}
