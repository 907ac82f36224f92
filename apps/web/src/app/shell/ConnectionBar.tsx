import { usePreload } from './usePreload.ts'
import { outboxTexts as texts } from '@nestmark/texts/outbox'
import { connection } from '../../lib/connection.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { useQueue } from '../../lib/outbox/queue.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconAlertTriangle, IconClock, IconWifiOff } from '../../ui/icons.ts'
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
