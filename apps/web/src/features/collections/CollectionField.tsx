import { collectionsTexts } from '@nestmark/texts/collections'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { usePhone } from '../../lib/media.ts'
import { Field, fieldCss } from '../../ui/Field.tsx'
import { IconChevronRight, IconLayoutDashboard, IconSelector } from '../../ui/icons.ts'
import { CollectionGlyph } from '../../ui/CollectionGlyph.tsx'
import { Popup } from '../../ui/Popup.tsx'
import css from './CollectionField.module.css'
import { CollectionPicker } from './CollectionPicker.tsx'
import { toDisplayName, useTree } from './data.ts'
import { InlineNewCollection } from './InlineNewCollection.tsx'
import { useOwners } from './useOwners.ts'
import { useSharedTree } from './useSharedTree.ts'
import { listAncestors } from './tree.ts'

/** A field for a collection: shows its name and path, and opens the tree with a search field. */
export function CollectionField({
  label,
  value,
  rootLabel = collectionsTexts.topLevel,
  currentParent,
  ownOnly,
  error,
  onChange,
}: {
  label: string
  /** null is the root. */
  value: string | null
  rootLabel?: string
  /** The collection that contains the item: it can move only to collections of the same owner. */
  currentParent?: string | undefined
  /** Offers no collections of others. */
  ownOnly?: boolean
  error?: string | undefined
  onChange: (id: string) => void
}) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const phone = usePhone()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  // The tree is refetched after a collection was created; until then only the name is known.
  const [created, setCreated] = useState<{ id: string; name: string }>()
  const picked = value ?? index?.root
  const tree = picked !== undefined && shared?.entries.has(picked) ? shared : index
  const entry = picked ? tree?.entries.get(picked) : undefined
  const isRoot = picked !== undefined && picked === index?.root
  const name = isRoot
    ? rootLabel
    : entry
      ? toDisplayName(entry.name)
      : created?.id === picked
        ? created?.name
        : '…'
  const path =
    tree && entry && !isRoot
      ? listAncestors(tree, entry.id).map(ancestor => toDisplayName(ancestor.name))
      : []

  const findOwner = useOwners()
  const inside = path.length > 0 ? texts.inside(collectionsTexts.path(path)) : ''
  const location =
    isRoot || !entry
      ? ''
      : tree === shared
        ? [inside, texts.sharedBy(findOwner(picked) ?? '')].filter(Boolean).join(', ')
        : inside || texts.inside(collectionsTexts.topLevel)
  const owner = findOwner(currentParent)
  const hasOtherOwner = (id: string) => findOwner(id) !== owner

  const close = () => {
    setOpen(false)
    button?.focus({ preventScroll: true })
  }
  const choose = (id: string) => {
    onChange(id)
    close()
  }
  return (
    <Field label={label} error={error}>
      {control => (
        <>
          <button
            {...control}
            ref={setButton}
            type="button"
            className={fieldCss.box}
            aria-haspopup="dialog"
            aria-expanded={open}
            // The visible label alone would hide the value from screen readers.
            aria-label={[`${label}: ${name}`, location].filter(Boolean).join(' ')}
            onClick={() => setOpen(!open)}
          >
            {isRoot ? (
              <IconLayoutDashboard className="i t3" />
            ) : (
              <CollectionGlyph levels={(entry?.levels ?? 0) + 1} counts={entry?.totals ?? []} size={22} />
            )}
            <span className={`el ${css.name}`} dir="auto">
              {name}
            </span>{' '}
            {location && (
              <span className={`el ${css.path}`} dir="auto">
                {location}
              </span>
            )}
            <span className="grow" />
            {phone ? <IconChevronRight className="i s18" /> : <IconSelector className="i s14" />}
          </button>
          {open && button && (
            <Popup
              anchor={button}
              sheet
              className={css.panel}
              onClose={byKey => (byKey ? close() : setOpen(false))}
            >
              <PickerDialog
                picked={picked}
                name={name ?? ''}
                rootLabel={rootLabel}
                ownOnly={ownOnly}
                disabled={owner === undefined ? undefined : hasOtherOwner}
                reason={owner !== undefined && shared ? collectionsTexts.staysWith(owner) : undefined}
                onPick={choose}
                onCreated={(id, newName) => {
                  setCreated({ id, name: newName })
                  choose(id)
                }}
              />
            </Popup>
          )}
        </>
      )}
    </Field>
  )
}

function PickerDialog({
  picked,
  name,
  rootLabel,
  ownOnly,
  disabled,
  reason,
  onPick,
  onCreated,
}: {
  picked: string | undefined
  name: string
  rootLabel: string
  ownOnly: boolean | undefined
  disabled: ((id: string) => boolean) | undefined
  reason: string | undefined
  onPick: (id: string) => void
  onCreated: (id: string, name: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), [])

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const searching = target.matches('input[type=search]')
    const options = [...(box.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (searching && event.key === 'Enter') {
      // Enter must not submit the surrounding form.
      event.preventDefault()
      options.find(option => option.ariaDisabled !== 'true')?.click()
      return
    }
    if (!step || (!searching && !target.matches('[role=option]'))) return
    event.preventDefault()
    const treeRow = box.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
    const next = searching ? (options[0] ?? treeRow) : options[options.indexOf(target) + step]
    if (next) next.focus()
    else if (step < 0) box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box} role="dialog" aria-label={texts.pick} className={css.picker} onKeyDown={onKeyDown}>
      <CollectionPicker
        picked={picked}
        rootLabel={rootLabel}
        ownOnly={ownOnly}
        disabled={disabled}
        onPick={onPick}
      />
      {reason && <p className={css.reason}>{reason}</p>}
      <InlineNewCollection parent={picked} parentName={name} onCreated={onCreated} />
    </div>
  )
}
