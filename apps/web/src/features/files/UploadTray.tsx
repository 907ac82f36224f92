import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { useRef, useState, type RefObject, useEffect, useEffectEvent } from 'react'
import { useNavigate } from '../../lib/router/location.ts'
import { usePhone } from '../../lib/media/media.ts'
import { openOverlay, overlays } from '../../lib/overlays/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { useRowsInBox } from '../../lib/lists/visibleRows.ts'
import { uploads, type Upload } from '../../lib/uploads/upload.ts'
import {
  cancelUploading,
  dismissEnded,
  isPausable,
  pauseUpload,
  resumeUpload,
} from '../../lib/uploads/uploads.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconChevronDown, IconChevronUp, IconX } from '../../ui/icons.ts'
import { Progress } from '../../ui/progress/Progress.tsx'
import { useSheetSwipe } from '../../ui/dialogs/useSheetSwipe.ts'
import { UploadRow } from './UploadRow.tsx'
import { toTotals, type UploadTotals } from './uploadTotals.ts'
import css from './UploadTray.module.css'
import { useUploadAnnouncement } from './useUploadAnnouncement.ts'
import { useEventListener } from '../../lib/focus/useEventListener.ts'
import { isTyping } from '../../lib/focus/hotkeys.ts'

/** The list of uploads at the lower edge of the window. Phones show a bar, which opens to a sheet. */
export default function UploadTray() {
  const list = useStore(uploads)
  const phone = usePhone()
  const [isFolded, setFolded] = useState(phone)
  const tray = useRef<HTMLElement>(null)
  const totals = toTotals(list)
  const isOver = totals.open === 0
  const { onPointerEnter, onPointerLeave } = useTrayTimeout(tray, isOver && totals.failed === 0, dismissEnded)
  const announcement = useUploadAnnouncement(list)
  useTrayKeys(tray, () => setFolded(false))
  useSheetSwipe(tray, phone && !isFolded, () => setFolded(true))
  if (list.length === 0) return null
  return (
    <section
      ref={tray}
      className={classes('stack', css.tray, isFolded && css.folded)}
      aria-label={texts.label}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
    >
      <p className="sr" role="status">
        {announcement}
      </p>
      <TrayHead list={list} totals={totals} isFolded={isFolded} onFold={setFolded} />
      {!isFolded && (
        <>
          <TrayRows list={list} />
          {!isOver && <TrayFoot list={list} totals={totals} />}
        </>
      )}
    </section>
  )
}

/** The heights of rows in pixels. */
const rowHeight = { window: 56, phone: 72 }

/** Renders the rows in view: thousands of files may be dropped at once. */
function TrayRows({ list }: { list: readonly Upload[] }) {
  const box = useRef<HTMLUListElement>(null)
  const height = usePhone() ? rowHeight.phone : rowHeight.window
  const { first, last } = useRowsInBox(box, { count: list.length, height, overscan: 10 })
  return (
    <ul ref={box} className={css.list}>
      <Gap height={first * height} />
      {list.slice(first, last + 1).map((upload, offset) => (
        <UploadRow key={upload.id} upload={upload} place={first + offset + 1} count={list.length} />
      ))}
      <Gap height={(list.length - 1 - last) * height} />
    </ul>
  )
}

/** Takes the place of rows that are not rendered. Padding would not scroll. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <li aria-hidden="true" style={{ height }} /> : null
}

function formatTitle({ running, paused, open, done, failed }: UploadTotals): string {
  if (running > 0) return texts.uploadingFiles(open)
  if (paused > 0) return texts.waitingFiles(paused)
  return [done > 0 && texts.added(done), failed > 0 && texts.notAdded(failed)].filter(Boolean).join(' · ')
}

function TrayHead({
  list,
  totals,
  isFolded,
  onFold,
}: {
  list: readonly Upload[]
  totals: UploadTotals
  isFolded: boolean
  onFold: (folded: boolean) => void
}) {
  const { running, open, sent, size, secondsLeft } = totals
  const fraction = size > 0 ? sent / size : 1
  const title = formatTitle(totals)
  const navigate = useNavigate()
  const added = list.findLast(({ phase }) => phase === 'done')
  return (
    <div className={css.trayHead}>
      <div className={`row g12 ${css.sum}`}>
        <Egg fraction={fraction} />
        <div className="grow">
          <h2 className={`text14 ${css.title}`}>{title}</h2>
          {open > 0 && (
            <p className={`num t2 ${css.progress}`}>
              {texts.progress(sent, size)}
              {secondsLeft !== undefined && ` · ${texts.about(texts.secondsLeft(secondsLeft))}`}
            </p>
          )}
        </div>
        {open === 0 && added && (
          <Button size="sm" variant="ghost" onClick={() => void navigate(`/c/${added.parent ?? ''}`)}>
            {texts.show}
          </Button>
        )}
        {open === 0 ? (
          <IconButton icon={IconX} label={texts.close} onClick={dismissEnded} />
        ) : (
          <IconButton
            icon={isFolded ? IconChevronUp : IconChevronDown}
            label={isFolded ? texts.unfold : texts.fold}
            aria-expanded={!isFolded}
            onClick={() => onFold(!isFolded)}
          />
        )}
      </div>
      {open > 0 && (
        <Progress className="mt8" height={4} label={title} fraction={fraction} isResting={running === 0} />
      )}
      {running > 0 && !isFolded && <p className={`text12 t2 ${css.overlay}`}>{texts.overlay('file')}</p>}
    </div>
  )
}

/** An egg that is filled from below. */
function Egg({ fraction }: { fraction: number }) {
  return (
    <span className={`rigid rel ${css.egg}`} aria-hidden="true">
      <i style={{ height: `${fraction * 100}%` }} />
    </span>
  )
}

function TrayFoot({ list, totals }: { list: readonly Upload[]; totals: UploadTotals }) {
  const { open } = totals
  const strips = list.some(({ phase, category }) => phase !== 'done' && (category === 1 || category === 2))
  const cancelAll = () => {
    for (const { id, phase } of list) if (phase !== 'done') cancelUploading(id)
  }
  return (
    <div className={`row g4 t3 f12 ${css.foot}`}>
      <span className="grow">{strips && texts.strips}</span>
      {list.some(isPausable) ? (
        <Button size="sm" variant="ghost" onClick={() => list.forEach(({ id }) => pauseUpload(id))}>
          {texts.pauseAll}
        </Button>
      ) : (
        list.some(({ phase }) => phase === 'paused') && (
          <Button size="sm" variant="ghost" onClick={() => list.forEach(({ id }) => resumeUpload(id))}>
            {texts.resumeAll}
          </Button>
        )
      )}
      <Button
        size="sm"
        variant="danger"
        onClick={() =>
          openOverlay('confirm', {
            title: texts.cancelAllTitle,
            body: texts.cancelAllBody(open),
            confirm: texts.cancelAll,
            danger: true,
            run: cancelAll,
          })
        }
      >
        {texts.cancelAll}
      </Button>
    </div>
  )
}

/** How long the tray stays after its last upload, in milliseconds. */
const duration = 8_000

/**
 * Closes the tray some seconds after all uploads are done, unless the pointer or the focus is in it.
 * @param isDone all uploads ended without a failure
 */
function useTrayTimeout(tray: RefObject<HTMLElement | null>, isDone: boolean, onEnd: () => void) {
  const [isHovered, setHovered] = useState(false)
  const end = useEffectEvent(() => {
    if (!tray.current?.contains(document.activeElement)) onEnd()
  })
  useEffect(() => {
    if (!isDone || isHovered) return
    const timer = setInterval(end, duration)
    return () => clearInterval(timer)
  }, [isDone, isHovered])
  return { onPointerEnter: () => setHovered(true), onPointerLeave: () => setHovered(false) }
}

const findRows = (tray: HTMLElement) => [...tray.querySelectorAll<HTMLElement>('[data-upload]')]

/** Handles the keys of the tray: U moves the focus to it, and the arrow keys move between its rows. */
function useTrayKeys(tray: RefObject<HTMLElement | null>, onOpen: () => void): void {
  useEventListener('keydown', event => {
    const element = tray.current
    if (!element || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.toLowerCase() === 'u' && !isTyping(event.target) && overlays.get().length === 0) {
      onOpen()
      event.preventDefault()
      // The rows of a folded tray are rendered first.
      requestAnimationFrame(() => findRows(element)[0]?.focus())
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && element.contains(event.target as Node)) {
      const rows = findRows(element)
      const at = rows.findIndex(row => row.contains(event.target as Node))
      const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
  })
}
