import { foldText } from '../../../lib/foldText.ts'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { linkFormTexts } from '@nestmark/texts/links/linkForm'
import { useState } from 'react'
import { CollectionGlyph } from '../../../ui/marks/CollectionGlyph.tsx'
import { EnterMark } from '../../../ui/menus/EnterMark.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { IconFolderPlus } from '../../../ui/icons.ts'
import { UpgradeLink } from '../../session/UpgradeLink.tsx'
import { type CollectionMatch, formatMatchPath } from './collectionMatch.ts'
import css from './CollectionPicker.module.css'
import { toDisplayName, useCreateCollection } from '../data.ts'
import type { NewPlace } from './newPlace.ts'
import type { TreeIndex } from '../tree/tree.ts'

/** The collections that match the typed name, and the choice to create one of that name. */
export function CollectionMatches({
  matches,
  shared,
  query,
  picked,
  disabled,
  newPlace,
  onPick,
  onCreated,
}: {
  matches: readonly CollectionMatch[]
  /** The tree of shared collections. */
  shared: TreeIndex | undefined
  query: string
  picked: string | undefined
  disabled: ((id: string) => boolean) | undefined
  /** Where a collection with the typed name can be created. */
  newPlace: NewPlace | undefined
  onPick: (id: string) => void
  onCreated: (id: string, name: string) => void
}) {
  const name = query.trim()
  const [refused, setRefused] = useState<{ name: string; message: string; upgrade: boolean }>()
  const create = useCreateCollection(onCreated)
  const onCreate = (parent: string) => {
    if (create.isPending) return
    create.mutate(
      { name, parent },
      { onError: ({ message, status }) => setRefused({ name, message, upgrade: status === 402 }) },
    )
  }
  const first = matches.find(({ entry }) => !disabled?.(entry.id))
  return (
    <>
      <div className={css.matches} role="listbox" aria-label={texts.collections(matches.length)}>
        {matches.map(match => {
          const { tree, entry } = match
          return (
            <button
              key={entry.id}
              type="button"
              role="option"
              className={`row g12 min0 ${css.option}`}
              aria-selected={entry.id === picked}
              aria-disabled={disabled?.(entry.id) || undefined}
              onClick={() => !disabled?.(entry.id) && onPick(entry.id)}
            >
              <CollectionGlyph levels={entry.levels + 1} counts={entry.totals} size={26} />
              <span className="grow">
                <span className="el w540 f14 block" dir="auto">
                  <HighlightedMatch text={toDisplayName(entry.name)} query={query} />
                </span>
                <span className={`el t3 f12 block ${css.path}`} dir="auto">
                  {formatMatchPath(match, tree === shared)}
                </span>
              </span>
              {match === first && <EnterMark />}
            </button>
          )
        })}
        {newPlace && (
          <button
            type="button"
            role="option"
            className={`row g12 min0 ${css.option}`}
            aria-selected={false}
            aria-disabled={create.isPending || undefined}
            onClick={() => onCreate(newPlace.parent)}
          >
            <span className={`centre rigid ${css.newGlyph}`}>
              <IconFolderPlus className="i" />
            </span>
            <span className="grow">
              <span className="el w540 f14 block" dir="auto">
                {texts.createNamed(name)}
              </span>
              <span className={`el t3 f12 block ${css.path}`} dir="auto">
                {linkFormTexts.inside(newPlace.path)}
              </span>
            </span>
            {!first && <EnterMark />}
          </button>
        )}
        {matches.length === 0 && !newPlace && <p className={css.noMatches}>{texts.moveNoChoice}</p>}
      </div>
      {refused?.name === name && (
        <FieldError>
          {refused.message} {refused.upgrade && <UpgradeLink />}
        </FieldError>
      )}
    </>
  )
}

/** Shows a name with the searched part highlighted. */
function HighlightedMatch({ text, query }: { text: string; query: string }) {
  const characters = [...text]
  const foldedQuery = foldText(query.trim())
  // Folding may change the length of a character, so the match is mapped back character by character.
  const folded = characters.map(foldText)
  const matchStart = foldedQuery === '' ? -1 : folded.join('').indexOf(foldedQuery)
  if (matchStart < 0) return text
  let start = 0
  for (let length = 0; length < matchStart; start++) length += folded[start]?.length ?? 0
  let end = start
  for (let length = 0; length < foldedQuery.length && end < characters.length; end++)
    length += folded[end]?.length ?? 0
  return (
    <>
      {characters.slice(0, start).join('')}
      <mark>{characters.slice(start, end).join('')}</mark>
      {characters.slice(end).join('')}
    </>
  )
}
