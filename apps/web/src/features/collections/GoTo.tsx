import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { shellTexts } from '@nestmark/texts/shell'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { stopCapturing, getCapturedText } from '../../lib/captureTyping.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { NestGlyph } from '../../ui/NestGlyph.tsx'
import { shownName, useTree } from './data.ts'
import { useSharedTree } from './sharedTree.ts'
import css from './GoTo.module.css'
import { Marked } from './Marked.tsx'
import { listAncestors, findPlaces, type TreeIndex, type TreePlace } from './tree.ts'

const most = 40

function atTheTop(index: TreeIndex): TreePlace[] {
  const top = index.places.get(index.root)?.children.slice(0, most) ?? []
  return top.flatMap(node => index.places.get(node._id) ?? [])
}

/** Opens a collection by a few letters of its name. */
export default function GoTo({ onClose }: { onClose: () => void }) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: false })
  const navigate = useNavigate()
  // The keys that were pressed while the code of this dialog was loading.
  const [words, setWords] = useState(getCapturedText)
  useEffect(stopCapturing, [])
  const [at, setAt] = useState(0)
  const found = useMemo(
    () =>
      [index, shared]
        .flatMap(tree => {
          if (!tree) return []
          const places = words.trim() === '' ? atTheTop(tree) : findPlaces(tree, words, most)
          return places.map(place => ({ tree, place }))
        })
        .slice(0, most),
    [index, shared, words],
  )
  const chosen = Math.min(at, found.length - 1)

  const go = (place: TreePlace | undefined) => {
    if (!place) return
    onClose()
    void navigate(`/c/${place.id}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      const next = (chosen + step + found.length) % found.length
      setAt(next)
      document.getElementById(`goto-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') go(found[chosen]?.place)
  }
  return (
    <Dialog title={texts.goTo} size={580} bare onClose={onClose}>
      <div className={css.bar}>
        <IconSearch className="i s18" />
        <input
          data-autofocus
          className={css.input}
          role="combobox"
          aria-expanded="true"
          aria-controls="goto-list"
          aria-activedescendant={found.length > 0 ? `goto-${chosen}` : undefined}
          aria-label={texts.goTo}
          placeholder={texts.goTo}
          autoComplete="off"
          dir="auto"
          value={words}
          onChange={event => {
            setWords(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys={['Ctrl G']} />
      </div>
      <div className={css.list} id="goto-list" role="listbox" aria-label={texts.goTo}>
        <div className={css.head} role="presentation">
          {found.length > 0 ? texts.goTo : texts.moveNoChoice}
        </div>
        {index &&
          found.map(({ tree, place }, nth) => (
            <div
              key={place.id}
              id={`goto-${nth}`}
              role="option"
              aria-selected={nth === chosen}
              className={css.hit}
              onMouseMove={() => setAt(nth)}
              onClick={() => go(place)}
            >
              <NestGlyph levels={place.levels + 1} counts={place.totals} size={26} />
              <div className="grow">
                <div className={`el ${css.name}`} dir="auto">
                  <Marked text={shownName(place.name)} words={words} />
                </div>
                <div className={`el ${css.way}`} dir="auto">
                  {texts.path([
                    ...(tree === shared ? [shellTexts.shared] : []),
                    ...listAncestors(tree, place.id).map(above => shownName(above.name)),
                  ])}
                </div>
              </div>
              {nth === chosen && (
                <span className={css.open}>
                  {texts.goToOpen} <Kbd keys={['↵']} />
                </span>
              )}
            </div>
          ))}
      </div>
      <div className={css.foot} aria-hidden="true">
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
    </Dialog>
  )
}
