import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { Field, fieldCss } from '../../../ui/fields/Field.tsx'
import { IconChevronRight, IconLayoutDashboard, IconSelector } from '../../../ui/icons.ts'
import { CollectionGlyph } from '../../../ui/marks/CollectionGlyph.tsx'
import { OwnerMark } from '../../../ui/marks/OwnerMark.tsx'
import { Popup } from '../../../ui/dialogs/Popup.tsx'
import { SharingMark } from '../../../ui/marks/SharingMark.tsx'
import css from './CollectionField.module.css'
import { describePlace, formatAudience } from './savePlace.ts'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { CollectionPicker } from './CollectionPicker.tsx'
import { InlineNewCollection } from '../tree/InlineNewCollection.tsx'
import { handlePickerKeys } from './pickerKeys.ts'
import { toDisplayName, useTree } from '../data.ts'
import { listAncestors } from '../tree/tree.ts'
import { useOwners } from '../useOwners.ts'
import { useSharedTree } from '../useSharedTree.ts'

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
  const { picked, description, disabled, reason, setCreated } = useCollectionField(
    value,
    rootLabel,
    currentParent,
  )
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)

  const close = () => {
    setOpen(false)
    button?.focus({ preventScroll: true })
  }
  const pick = (id: string, name: string) => {
    setCreated({ id, name })
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
            aria-label={[
              `${label}: ${description.name}`,
              description.location,
              // The location names the owner.
              description.owner === null && formatAudience(description),
            ]
              .filter(Boolean)
              .join(' ')}
            onClick={() => setOpen(!open)}
          >
            <PickedCollection {...description} />
          </button>
          {open && button && (
            <Popup
              anchor={button}
              sheet
              className={css.panel}
              onClose={byKey => (byKey ? close() : setOpen(false))}
            >
              <PickerBox>
                <CollectionPicker
                  picked={picked}
                  rootLabel={rootLabel}
                  ownOnly={ownOnly}
                  disabled={disabled}
                  newIn={{ isAllowed: disabled && (id => !disabled(id)) }}
                  onPick={pick}
                />
                {reason && <p className={`t3 f12 ${css.reason}`}>{reason}</p>}
                <InlineNewCollection parent={picked} parentName={description.name} onCreated={pick} />
              </PickerBox>
            </Popup>
          )}
        </>
      )}
    </Field>
  )
}

function PickedCollection({
  isRoot,
  name,
  location,
  entry,
  sharing,
  owner,
}: ReturnType<typeof useCollectionField>['description']) {
  const phone = usePhone()
  return (
    <>
      {isRoot ? (
        <IconLayoutDashboard className="i t3" />
      ) : (
        <CollectionGlyph levels={(entry?.levels ?? 0) + 1} counts={entry?.totals ?? []} size={22} />
      )}
      <span className={`el ${css.name}`} dir="auto">
        {name}
      </span>{' '}
      {location && (
        <span className={`el t3 f12 ${css.path}`} dir="auto">
          {location}
        </span>
      )}
      {sharing && <SharingMark sharing={sharing} />}
      {owner !== null && <OwnerMark name={owner} first bare />}
      <span className="grow" />
      {phone ? <IconChevronRight className="i s18" /> : <IconSelector className="i s14" />}
    </>
  )
}

/** The box of the picker below a field. Its search field gets the focus. */
function PickerBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={texts.pick}
      className={css.picker}
      onKeyDown={event => handlePickerKeys(event)}
    >
      {children}
    </div>
  )
}

/**
 * Returns the picked collection of a field, its description, and which collections cannot be picked.
 * @param value the collection of the field; null is the root
 * @param currentParent the collection that contains the item, which can move only to collections of the same owner
 */
function useCollectionField(value: string | null, rootLabel: string, currentParent: string | undefined) {
  const { index } = useTree()
  const shared = useSharedTree({ writable: true })
  const findOwner = useOwners()
  // The tree is refetched after a collection was created; until then only the name is known.
  const [created, setCreated] = useState<{ id: string; name: string }>()
  const picked = value ?? index?.root
  const tree = picked !== undefined && shared?.entries.has(picked) ? shared : index
  const entry = picked ? tree?.entries.get(picked) : undefined
  const isRoot = picked !== undefined && picked === index?.root

  const findName = () => {
    if (isRoot) return rootLabel
    if (entry) return toDisplayName(entry.name)
    return created && created.id === picked ? created.name : '…'
  }
  const findLocation = () => {
    if (isRoot || !tree || !entry) return ''
    const path = listAncestors(tree, entry.id).map(ancestor => toDisplayName(ancestor.name))
    const inside = path.length > 0 ? texts.inside(collectionsTexts.path(path)) : ''
    if (tree !== shared) return inside || texts.inside(collectionsTexts.topLevel)
    return [inside, texts.sharedBy(findOwner(picked) ?? '')].filter(Boolean).join(', ')
  }
  const owner = findOwner(currentParent)
  return {
    picked,
    description: {
      ...describePlace(picked ?? null, '', { own: index, shared }, findOwner),
      isRoot,
      name: findName(),
      /** The path and the owner as text; '' for the root. */
      location: findLocation(),
      /** undefined until the tree is loaded, and for a collection that was just created. */
      entry,
    },
    disabled: owner === undefined ? undefined : (id: string) => findOwner(id) !== owner,
    reason: owner !== undefined && shared ? collectionsTexts.staysWith(owner) : undefined,
    setCreated,
  }
}
