import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { shareTexts } from '@nestmark/texts/share'
import { shellTexts } from '@nestmark/texts/shell'
import { useMemo, useState } from 'react'
import { usePhone } from '../../lib/media.ts'
import { useStore } from '../../lib/store.ts'
import { IconLayoutDashboard } from '../../ui/icons.ts'
import { NestGlyph } from '../../ui/NestGlyph.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Bone, Waiting } from '../../ui/Skeleton.tsx'
import { shownName, useTree } from './data.ts'
import { Marked } from './Marked.tsx'
import { openLevels } from './openLevels.ts'
import css from './Picker.module.css'
import { useSharedTree } from './sharedTree.ts'
import { listAncestors, findPlaces } from './tree.ts'
import { Tree } from './Tree.tsx'

/** Chooses one collection in the tree, or by a part of its name. The first choice is the root. */
export function CollectionPicker({
  picked,
  disabled,
  topLabel = texts.topLevel,
  onPick,
}: {
  picked: string | undefined
  /** Collections that cannot be chosen (the moved one, its descendants, its current parent). */
  disabled?: ((id: string) => boolean) | undefined
  topLabel?: string
  onPick: (id: string, name: string) => void
}) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const phone = usePhone()
  const [words, setWords] = useState('')
  const remembered = useStore(openLevels)
  const [open, setOpen] = useState<ReadonlySet<string>>(remembered)
  const found = useMemo(
    () =>
      [index, shared].flatMap(tree => (tree ? findPlaces(tree, words).map(place => ({ tree, place })) : [])),
    [index, shared, words],
  )
  if (!index)
    return (
      <Waiting text={texts.looking}>
        <Bone style={{ height: 380, borderRadius: 10 }} />
      </Waiting>
    )
  const pick = (id: string) => {
    const place = index.places.get(id) ?? shared?.places.get(id)
    onPick(id, id === index.root ? topLabel : shownName(place?.name ?? ''))
  }
  const onOpen = (ids: string[], opened: boolean) =>
    setOpen(now => {
      const next = new Set(now)
      for (const id of ids)
        if (opened) next.add(id)
        else next.delete(id)
      return next
    })
  return (
    <>
      <div className={css.search}>
        <SearchField label={texts.moveSearch} value={words} onChange={setWords} />
      </div>
      <div className={css.list}>
        {words.trim() !== '' ? (
          <div className={css.found} role="listbox" aria-label={texts.collections(found.length)}>
            {found.map(({ tree, place }) => (
              <button
                key={place.id}
                type="button"
                role="option"
                className={css.hit}
                aria-selected={place.id === picked}
                aria-disabled={disabled?.(place.id) || undefined}
                onClick={() => !disabled?.(place.id) && pick(place.id)}
              >
                <NestGlyph levels={place.levels + 1} counts={place.totals} size={26} />
                <span className="grow">
                  <span className={`el ${css.name}`} dir="auto">
                    <Marked text={shownName(place.name)} words={words} />
                  </span>
                  <br />
                  <span className={`el ${css.way}`} dir="auto">
                    {texts.path([
                      ...(tree === shared ? [shellTexts.shared] : []),
                      ...listAncestors(tree, place.id).map(above => shownName(above.name)),
                    ])}
                  </span>
                </span>
              </button>
            ))}
            {found.length === 0 && <p className={css.none}>{texts.moveNoChoice}</p>}
          </div>
        ) : (
          <>
            <button
              type="button"
              className={css.top}
              aria-pressed={picked === index.root}
              aria-disabled={disabled?.(index.root) || undefined}
              onClick={() => !disabled?.(index.root) && pick(index.root)}
            >
              <IconLayoutDashboard className="i s14" />
              {topLabel}
            </button>
            <Tree
              index={index}
              open={open}
              onOpen={onOpen}
              current={picked === index.root ? undefined : picked}
              mode="pick"
              touch={phone}
              disabled={disabled}
              onGo={pick}
            />
            {shared && (
              <>
                <h3 className={css.heading}>{shareTexts.writable}</h3>
                <Tree
                  index={shared}
                  label={shareTexts.writable}
                  open={open}
                  onOpen={onOpen}
                  current={picked}
                  mode="pick"
                  touch={phone}
                  disabled={disabled}
                  onGo={pick}
                />
              </>
            )}
          </>
        )}
      </div>
    </>
  )
}
