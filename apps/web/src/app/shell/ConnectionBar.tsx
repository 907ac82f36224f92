import { outboxTexts as texts } from '@nestmark/texts/outbox'
import { useEffect } from 'react'
import { connection } from '../../lib/connection.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { useQueue } from '../../lib/outbox/queue.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconAlertTriangle, IconClock, IconWifiOff } from '../../ui/icons.ts'
import { prepareForms } from '../OverlayHost.tsx'
import css from './ConnectionBar.module.css'

/** Says that the network or the server is away, and what waits to be sent. Nothing while all is well. */
export function ConnectionBar({
  alone = false,
}: {
  /** No header stands above it. */
  alone?: boolean
}) {
  const now = useStore(connection)
  const all = useQueue()
  const refused = all.filter(each => each.state === 'refused').length
  const waiting = all.length - refused
  const up = now === 'up'
  useEffect(() => {
    // Without the network the code of the forms could not be fetched any more.
    const idle = setTimeout(prepareForms, 4000)
    return () => clearTimeout(idle)
  }, [])
  const shown = !up || all.length > 0
  const Glyph = !up ? IconWifiOff : refused > 0 ? IconAlertTriangle : IconClock
  return (
    <section
      className={classes(css.place, shown && css.shown, alone && css.alone)}
      aria-label={texts.label}
      aria-live="polite"
      aria-atomic="true"
      data-connection={shown ? 'told' : undefined}
    >
      {shown && (
        <div className={classes(css.bar, up && refused > 0 && css.danger)}>
          <Glyph className="i" />
          <p className={css.words}>
            {!up && <b>{now === 'offline' ? texts.offline : texts.down} </b>}
            {up && waiting > 0 && texts.sending(waiting)}
            {!up && (waiting > 0 ? texts.waits(waiting) : refused === 0 && texts.nothingWaits)}
            {refused > 0 && ` ${texts.refused(refused)}`}
          </p>
          {all.length > 0 && (
            <Button size="sm" onClick={() => openOverlay('outbox', {})}>
              {texts.show}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
