import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { shellTexts } from '@nestmark/texts/shell'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useHotkeys } from '../../../lib/focus/hotkeys.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { isCovered } from '../../../lib/overlays/overlay.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { findShortcut } from '../../../ui/menus/findShortcut.ts'
import { KeyHint } from '../../../ui/menus/Kbd.tsx'
import { formatTitle } from '../linkDisplay.ts'
import { useLinkEntries } from '../linkEntries.ts'
import { useLink } from '../detail/singleLinkData.ts'
import { SingleLinkFailure, SingleLinkSkeleton } from '../detail/SingleLinkStates.tsx'
import type { LinkPeekProps } from '../linkSlots.ts'
import css from './LinkPeek.module.css'
import { PeekContent } from './PeekContent.tsx'
import { singleLinkTexts } from '@nestmark/texts/links/singleLink'
import { uiTexts } from '@nestmark/texts/ui'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { IconChevronDown, IconChevronUp, IconX } from '../../../ui/icons.ts'
import { FavouriteButton } from '../FavouriteButton.tsx'
import { LinkMenu } from '../LinkMenu.tsx'

const { keys } = shellTexts

/**
 * Shows a link next to its list, which retains the focus; on phones in a sheet. It is not a dialog: the arrow keys of
 * the list change the link, PgUp and PgDn scroll the panel, F6 moves the focus into it, and Esc closes it.
 */
export function LinkPeek({ id, index, total, onStep, revealShown, onClose }: LinkPeekProps) {
  const phone = usePhone()
  const { link, error, retry } = useLink(id)
  const content = link ? (
    <PeekContent key={id} link={link} />
  ) : error ? (
    <SingleLinkFailure id={id} error={error} onRetry={retry} />
  ) : (
    <SingleLinkSkeleton />
  )
  const head = <PeekHead link={link} {...{ index, total, onStep, onClose }} />
  if (phone)
    return (
      <Dialog title={link ? formatTitle(link) : texts.peekPanel} bare onClose={onClose}>
        <div className={css.sheet}>
          {head}
          {content}
        </div>
      </Dialog>
    )
  return <PeekPanel {...{ link, revealShown, onClose, head, content }} />
}

/** The first line of the peek: the position in the list, buttons for the previous and next link, and the actions. */
function PeekHead({
  link,
  index,
  total,
  onStep,
  onClose,
}: { link: Link | undefined } & Pick<LinkPeekProps, 'index' | 'total' | 'onStep' | 'onClose'>) {
  return (
    <div className={`row g4 rigid ${css.head}`}>
      <span className={`num ${css.position}`}>{index >= 0 && texts.positionOf(index + 1, total)}</span>
      {index >= 0 && (
        <>
          <IconButton
            small
            icon={IconChevronUp}
            label={singleLinkTexts.previous}
            aria-disabled={index === 0}
            onClick={() => index > 0 && onStep(index - 1)}
          />
          <IconButton
            small
            icon={IconChevronDown}
            label={singleLinkTexts.next}
            aria-disabled={index >= total - 1}
            onClick={() => index < total - 1 && onStep(index + 1)}
          />
          <span className={css.line} />
        </>
      )}
      {link && <FavouriteButton link={link} small />}
      {link?.is_trash === 0 && <LinkMenu link={link} button={{ small: true }} onTrashed={onClose} />}
      <IconButton small icon={IconX} label={uiTexts.close} onClick={onClose} />
    </div>
  )
}

function PeekPanel({
  link,
  revealShown,
  onClose,
  head,
  content,
}: { link: Link | undefined; head: ReactNode; content: ReactNode } & Pick<
  LinkPeekProps,
  'revealShown' | 'onClose'
>) {
  const panel = useRef<HTMLElement>(null)
  const id = link?._id
  useEffect(() => {
    if (id !== undefined) panel.current?.scrollTo(0, 0)
  }, [id])
  // The panel narrows the page when it is on the screen: the list renders its new columns longer than the panel takes. It has
  // them in the second frame, and is then further down.
  const [isOnScreen, setIsOnScreen] = useState(false)
  useEffect(() => {
    const next = isOnScreen ? revealShown : () => setIsOnScreen(true)
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isOnScreen, revealShown])
  const scroll = (direction: 1 | -1) => (event: KeyboardEvent) => {
    if (isCovered() || !panel.current) return
    event.preventDefault()
    panel.current.scrollBy({ top: direction * panel.current.clientHeight * 0.9 })
  }
  const listEntries = useLinkEntries()
  const canEdit = link?.can.edit === true && link.is_trash === 0
  const canFavourite = link?.can.favourite === true && link.is_trash === 0
  // The list handles the keys of its focused link; these are for the focus in the panel.
  const runEntry = (event: KeyboardEvent) => {
    const isInside = panel.current?.contains(document.activeElement) ?? false
    if (isCovered() || !isInside || !link || link.is_trash !== 0) return
    const entry = findShortcut(listEntries(link), event.key.toLowerCase())
    if (!entry?.run) return
    event.preventDefault()
    entry.run()
  }
  useHotkeys({
    e: runEntry,
    f: runEntry,
    pagedown: scroll(1),
    pageup: scroll(-1),
    f6: event => {
      event.preventDefault()
      const isInside = panel.current?.contains(document.activeElement) ?? false
      if (isInside && id !== undefined) focusCard(id)
      else panel.current?.focus()
    },
    escape: event => {
      if (isCovered()) return
      event.preventDefault()
      const isInside = panel.current?.contains(document.activeElement) ?? false
      onClose()
      if (isInside && id !== undefined) focusCard(id)
    },
  })
  const main = document.getElementById('main')
  if (!main) return null
  return createPortal(
    <div className={css.column} data-peek={isOnScreen ? '' : undefined}>
      <aside ref={panel} className={`stack ${css.panel}`} tabIndex={-1} aria-label={texts.peekPanel}>
        {head}
        <div className={css.content}>{content}</div>
        <div className={`row t3 rigid ${css.keys}`} aria-hidden="true">
          <KeyHint keys={['↑', '↓']}>{texts.nextLink}</KeyHint>
          <KeyHint keys={['↵']}>{keys.openShort}</KeyHint>
          {canEdit && <KeyHint keys={['E']}>{texts.editShort}</KeyHint>}
          {canFavourite && (
            <KeyHint keys={['F']} className={css.optional}>
              {texts.favouriteShort}
            </KeyHint>
          )}
          <span className="grow" />
          <KeyHint keys={['Space']}>{texts.closeShort}</KeyHint>
        </div>
      </aside>
    </div>,
    main,
  )
}

function focusCard(id: string): void {
  document
    .querySelector<HTMLElement>(`[data-main][href="/l/${CSS.escape(id)}"]`)
    ?.focus({ preventScroll: true })
}
