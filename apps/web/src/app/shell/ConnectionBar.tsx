import { outboxTexts as texts } from '@nestmark/texts/outbox'
import { connection } from '../../lib/connection.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { useQueue } from '../../lib/outbox/queue.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconAlertTriangle, IconClock, IconWifiOff } from '../../ui/icons.ts'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { preloadAll, preloadFrequent } from '../parts/parts.ts'
import css from './ConnectionBar.module.css'

/** Shows that the network or the server is unreachable, and the number of queued mutations. Empty otherwise. */
export function ConnectionBar({
  isStandalone = false,
}: {
  /** There is no header above it. */
  isStandalone?: boolean
}) {
  const state = useStore(connection)
  const entries = useQueue()
  const refused = entries.filter(each => each.state === 'refused').length
  const waiting = entries.length - refused
  const isUp = state === 'up'
  usePreload()
  const isShown = !isUp || entries.length > 0
  const Glyph = !isUp ? IconWifiOff : refused > 0 ? IconAlertTriangle : IconClock
  return (
    <section
      className={classes(css.container, isShown && css.shown, isStandalone && css.standalone)}
      aria-label={texts.label}
      aria-live="polite"
      aria-atomic="true"
      data-connection={isShown ? 'shown' : undefined}
    >
      {isShown && (
        <div className={classes('row g10 t1', css.bar, isUp && refused > 0 && css.danger)}>
          <Glyph className="i" />
          <p className="grow anywhere">
            {!isUp && <b>{state === 'offline' ? texts.offline : texts.down} </b>}
            {isUp && waiting > 0 && texts.sending(waiting)}
            {!isUp && (waiting > 0 ? texts.waits(waiting, state) : refused === 0 && texts.nothingWaits)}
            {refused > 0 && ` ${texts.refused(refused)}`}
          </p>
          {entries.length > 0 && (
            <Button size="sm" onClick={() => openOverlay('outbox', {})}>
              {texts.show}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** The idle time of the page before code is preloaded, in milliseconds. The page loads its own content first. */
const idleTime = 4000

/** What can open a dialog. */
const controls = 'button, a, [role^=menuitem]'

/**
 * Preloads the code of the dialogs: when the pointer or the focus reaches a control, or a key of a shortcut is pressed, and
 * all of it when the page is loaded and has a connection.
 */
function usePreload(): void {
  const isFetching = useIsFetching() > 0
  const isUp = useStore(connection) === 'up'
  const isDone = useRef(false)
  useEffect(() => {
    if (isFetching || !isUp || isDone.current) return
    const timer = setTimeout(() => {
      isDone.current = true
      preloadAll()
    }, idleTime)
    return () => clearTimeout(timer)
  }, [isFetching, isUp])
  useEffect(() => {
    const events = ['pointerover', 'focusin', 'keydown'] as const
    const listen = ({ type, target }: Event) => {
      if (type !== 'keydown' && !(target instanceof Element && target.closest(controls))) return
      stop()
      preloadFrequent()
    }
    const stop = () => {
      for (const event of events) window.removeEventListener(event, listen, true)
    }
    for (const event of events) window.addEventListener(event, listen, true)
    return stop
  }, [])
}
