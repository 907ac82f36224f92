/** @jsxImportSource preact */
import { limits } from '@nestmark/core/limits'
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type CollectionRow, filterCollections } from './collections.ts'

/** At most this many rows are shown; typing finds the others. */
const shownRows = 200

interface Props {
  rows: readonly CollectionRow[]
  recent: readonly CollectionRow[]
  onChoose: (id: string | null) => void
  /** Creates a collection at the top level. */
  onCreate: (name: string) => void
  onClose: () => void
}

/** Chooses or creates a collection, over the rows of the form. */
export function CollectionPicker({ rows, recent, onChoose, onCreate, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const name = typed.trim()
  const found = name === '' ? [...recent, ...rows] : filterCollections(rows, name)
  const shown = found.slice(0, shownRows)
  const canCreate = name !== '' && !rows.some(row => row.name === name)
  const choices: (() => void)[] = [
    ...(name === '' ? [() => onChoose(null)] : []),
    ...shown.map(row => () => onChoose(row.id)),
    ...(canCreate ? [() => onCreate(name)] : []),
  ]
  const first = name === '' ? 1 : 0
  useEffect(() => setAt(0), [typed])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  /** Returns the words above a row. */
  const caption = (index: number) => {
    if (name !== '' || recent.length === 0) return ''
    return index === 0 ? texts.recent : index === recent.length ? texts.allCollections : ''
  }
  const option = (index: number) => ({
    role: 'option' as const,
    id: `collection-${index}`,
    'aria-selected': index === at,
    class: index === at ? 'row option on' : 'row option',
    onClick: () => choices[index]?.(),
  })
  return (
    <div class="picker">
      <input
        ref={field => field?.focus()}
        role="combobox"
        aria-expanded="true"
        aria-controls="collections"
        aria-activedescendant={`collection-${at}`}
        aria-label={texts.findCollection}
        placeholder={texts.findCollection}
        maxLength={limits.collectionName}
        value={typed}
        onInput={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined) setAt((at + step + choices.length) % Math.max(1, choices.length))
          else if (event.key === 'Enter') choices[at]?.()
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <ul id="collections" role="listbox" aria-label={texts.collection} ref={list}>
        {name === '' && <li {...option(0)}>{texts.noCollection}</li>}
        {shown.map((row, index) => [
          caption(index) && (
            <li key={caption(index)} role="presentation" class="caption t3">
              {caption(index)}
            </li>
          ),
          <li key={`${row.id} ${index}`} {...option(first + index)}>
            <span
              class="ellipsis"
              dir="auto"
              style={{ paddingInlineStart: `${index < recent.length && name === '' ? 0 : 14 * row.depth}px` }}
            >
              {row.name}
            </span>
            {(name !== '' || index < recent.length) && (
              <span class="t3 ellipsis">{row.above.join(' › ')}</span>
            )}
            <span class="t3 count">{row.links}</span>
          </li>,
        ])}
        {canCreate && <li {...option(first + shown.length)}>{texts.newCollection(name)}</li>}
      </ul>
    </div>
  )
}
