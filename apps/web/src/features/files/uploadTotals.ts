import { toSecondsLeft } from '../../lib/uploads/sending/transferRate.ts'
import { type Upload, unfinished } from '../../lib/uploads/upload.ts'

export interface UploadTotals {
  /** The uploads that are neither done nor refused. */
  open: number
  /** Those that run or wait for their turn. */
  running: number
  paused: number
  done: number
  failed: number
  /** In bytes, of all uploads that are not refused. */
  sent: number
  size: number
  /** Until the running uploads are sent; undefined while the speed is unknown. */
  secondsLeft: number | undefined
}

/** Adds up the uploads of the tray. */
export function toTotals(list: readonly Upload[]): UploadTotals {
  const accepted = list.filter(({ phase }) => phase !== 'refused')
  const running = accepted.filter(({ phase }) => unfinished.has(phase))
  const done = accepted.filter(({ phase }) => phase === 'done').length
  const add = (uploads: readonly Upload[], value: (upload: Upload) => number) =>
    uploads.reduce((sum, upload) => sum + value(upload), 0)
  return {
    open: accepted.length - done,
    running: running.length,
    paused: accepted.filter(({ phase }) => phase === 'paused').length,
    done,
    failed: list.filter(({ phase }) => phase === 'refused' || phase === 'stopped' || phase === 'missing')
      .length,
    sent: add(accepted, ({ sent }) => sent),
    size: add(accepted, ({ size }) => size),
    secondsLeft: toSecondsLeft(
      add(running, ({ size, sent }) => size - sent),
      add(running, ({ speed = 0 }) => speed),
    ),
  }
}
