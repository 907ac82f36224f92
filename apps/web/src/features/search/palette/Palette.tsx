import { highlightMatches } from '@nestmark/core/words/highlightMatches'
import { limits } from '@nestmark/core/limits'
import { paletteTexts as texts } from '@nestmark/texts/search/palette'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { deliverCapturedText, getCapturedText } from '../../../lib/focus/captureTyping.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { useDelayed } from '../../../lib/useDelayed.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../../ui/lists/EmptyState.tsx'
import { IconSearch, IconX } from '../../../ui/icons.ts'
import { Kbd, KeyHint } from '../../../ui/menus/Kbd.tsx'
import { MarksContext } from '../../../ui/marks/Marks.tsx'
import { SkeletonBox, skeletonOpacity } from '../../../ui/progress/Skeleton.tsx'
import { useEncryptedPlace } from '../../links/encryptedPlace.ts'
import { EncryptedFoot, EncryptedMark } from '../encrypted/EncryptedSearch.tsx'
import { SearchScopeChip } from '../box/SearchScopeChip.tsx'
import css from './Palette.module.css'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'
import { PaletteRow } from './PaletteRow.tsx'
import { usePaletteGroups } from './usePaletteGroups.ts'
import { usePaletteKeys } from './usePaletteKeys.ts'

/** How long the results must stay the same before a screen reader reads their number, in milliseconds. */
const announcePause = 300

/** Finds links, collections, tags and commands, and opens them. */
export default function Palette({
  parent,
  only,
  onClose,
}: {
  parent?: string | undefined
  only?: 'collections' | undefined
  onClose: () => void
}) {
  const listId = useId()
  // The keys that were pressed while the code of this dialog was loading.
  const [text, setText] = useState(getCapturedText)
  const field = useRef<HTMLInputElement>(null)
  const { place, widen } = useScope(field)
  const { groups, isWaiting, index } = usePaletteGroups(text, parent, only, place)
  const options = groups.flatMap(group => group.items)
  const phone = usePhone()
  // On an encrypted collection the text is not sent.
  const entersSearch = phone && !only && place === null && text.trim() !== ''
  const keys = usePaletteKeys({ text, setText, groups, isWaiting, only, entersSearch, onClose })
  const { activeIndex } = keys
  const activeId = activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const mark = useCallback((name: string) => highlightMatches(name, text), [text])
  const isEmpty = !isWaiting && options.every(option => option.takesText) && groups.every(isComplete)
  const none = only ? texts.noCollections(text.trim()) : texts.none(text.trim())
  const label = only ? texts.collectionLabel : texts.label
  const placeholder = phone ? texts.shortPlaceholder : texts.placeholder
  return (
    <Dialog title={label} size={672} bare palette onClose={onClose}>
      <div className={`stack ${css.palette}`}>
        <div className={`row g12 rigid ${css.field}`}>
          <IconSearch className="i s20" />
          {place && !only && (
            <SearchScopeChip name={place.name} onWiden={widen} onLeave={() => field.current?.focus()} />
          )}
          <input
            ref={field}
            data-autofocus
            className={`grow t1 unframed ${css.input}`}
            role="combobox"
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-activedescendant={activeId}
            aria-autocomplete="list"
            aria-label={label}
            placeholder={only ? texts.collectionLabel : placeholder}
            autoComplete="off"
            enterKeyHint={entersSearch ? 'search' : 'go'}
            dir="auto"
            maxLength={limits.address}
            value={text}
            onFocus={() => deliverCapturedText(keys.takeEarlyKeys)}
            onChange={event => keys.changeText(event.target.value)}
            onKeyDown={keys.onKeyDown}
          />
          {index?.kids && text !== '' && place === null && (
            <span className={`flex rigid ${css.here}`}>
              <EncryptedMark count={index.open} />
            </span>
          )}
          <CloseHint onClose={onClose} />
        </div>
        <MarksContext value={text.trim() === '' ? null : mark}>
          <div className={css.list} id={listId} role="listbox" aria-label={texts.results}>
            {isEmpty && text.trim() !== '' && <EmptyState icon={IconSearch} title={none} level={3} />}
            {groups.map(group => (
              <Group
                key={group.id}
                group={group}
                listId={listId}
                first={options.indexOf(group.items[0] as (typeof options)[number])}
                activeIndex={activeIndex}
                onActivate={keys.activate}
                onOpen={keys.open}
              />
            ))}
          </div>
        </MarksContext>
        {index && text !== '' && place !== undefined && (
          <EncryptedFoot index={index} place={place} onWiden={widen} onUnlock={onClose} />
        )}
        <KeyHints
          isTyped={text !== ''}
          hasGroups={groups.length > 1}
          canCopy={options[activeIndex]?.address !== undefined}
        />
        <Announcement text={isWaiting ? '' : describeResults(options, groups, none)} />
      </div>
    </Dialog>
  )
}

/** Returns the encrypted collection that is searched in place of the library, until the person searches that. */
function useScope(field: RefObject<HTMLInputElement | null>) {
  const [isWidened, setIsWidened] = useState(false)
  const place = useEncryptedPlace()
  const widen = () => {
    // The chip and the button are removed.
    field.current?.focus()
    setIsWidened(true)
  }
  return { place: isWidened ? null : place, widen }
}

/** Returns whether a group contains all of its matches. */
const isComplete = ({ isLoading, problem }: PaletteGroup) => !isLoading && !problem

function Group({
  group,
  listId,
  first,
  activeIndex,
  onActivate,
  onOpen,
}: {
  group: PaletteGroup
  listId: string
  /** The index of the first option among those of all groups. */
  first: number
  activeIndex: number
  onActivate: (key: string) => void
  onOpen: (key: string, inNewTab: boolean) => void
}) {
  const headId = `${listId}-${group.id}`
  return (
    <div role="group" aria-labelledby={headId}>
      <div className={`row text12 g8 ${css.head}`} id={headId} role="presentation">
        <span>{texts.groups[group.id]}</span>
        {group.count && <span className="num">{group.count}</span>}
        <span className="grow" />
        {(group.problem || group.isLoading) && (
          <span className={css.note}>{group.problem ?? texts.searching}</span>
        )}
      </div>
      {group.items.map((item, index) => (
        <PaletteRow
          key={item.key}
          id={`${listId}-${first + index}`}
          item={item}
          isActive={first + index === activeIndex}
          onActivate={() => onActivate(item.key)}
          onOpen={inNewTab => onOpen(item.key, inNewTab)}
        />
      ))}
      {group.isLoading && <SkeletonRows />}
    </div>
  )
}

/** The keyboard has Esc; touch screens get a button. */
function CloseHint({ onClose }: { onClose: () => void }) {
  const phone = usePhone()
  if (phone) return <IconButton icon={IconX} label={texts.close} onClick={onClose} />
  return (
    <span aria-hidden="true">
      <Kbd keys={['Esc']} />
    </span>
  )
}

function SkeletonRows() {
  return (
    <div aria-hidden="true">
      {[250, 200, 230].map((width, index) => (
        <div key={width} className={css.row} style={{ opacity: skeletonOpacity(index * 2) }}>
          <SkeletonBox style={{ width: 32, height: 24, borderRadius: 5 }} />
          <div>
            <SkeletonBox style={{ height: 12, width, maxWidth: '100%' }} />
            <SkeletonBox style={{ height: 9, width: width * 0.6, marginTop: 7 }} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Says how many matches there are, and why some are missing. Options that take any text are none. */
function describeResults(
  options: readonly PaletteItem[],
  groups: readonly PaletteGroup[],
  none: string,
): string {
  const count = options.filter(option => !option.takesText).length
  const problems = groups.flatMap(group => group.problem ?? [])
  if (problems.length > 0) return [count > 0 && texts.count(count), ...problems].filter(Boolean).join('. ')
  return count === 0 ? none : texts.count(count)
}

/** Announces a text to screen readers when it stays. The previous one is removed at once, because it is no longer true. */
function Announcement({ text }: { text: string }) {
  const stayed = useDelayed(text, announcePause)
  return (
    <div className="sr" role="status">
      {stayed === text && text}
    </div>
  )
}

function KeyHints({
  isTyped,
  hasGroups,
  canCopy,
}: {
  isTyped: boolean
  hasGroups: boolean
  /** The active option has an address. */
  canCopy: boolean
}) {
  const { hints } = texts
  return (
    <div className={`row t3 rigid ${css.footer}`} aria-hidden="true">
      <KeyHint keys={['↑', '↓']}>{hints.move}</KeyHint>
      {isTyped && hasGroups && <KeyHint keys={['Tab']}>{hints.group}</KeyHint>}
      {isTyped && canCopy && <KeyHint keys={['Ctrl', 'C']}>{hints.copy}</KeyHint>}
      {!isTyped && (
        <>
          <KeyHint keys={['↵']}>{hints.open}</KeyHint>
          <KeyHint keys={['?']} className="push">
            {hints.shortcuts}
          </KeyHint>
        </>
      )}
    </div>
  )
}
