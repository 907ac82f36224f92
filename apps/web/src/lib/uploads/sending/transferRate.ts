/** How many milliseconds the speed is averaged over. */
const span = 5_000

/** Measures the speed of transfers from their totals. */
export class TransferRate {
  #samples: { at: number; bytes: number }[] = []

  /**
   * Records the bytes that all running transfers have sent so far.
   * @param now in milliseconds
   */
  record(now: number, bytes: number): void {
    const last = this.#samples.at(-1)
    // A transfer ended or began again: earlier samples count other bytes.
    if (last && bytes < last.bytes) this.#samples = []
    this.#samples.push({ at: now, bytes })
    while (this.#samples.length > 2 && (this.#samples[0]?.at ?? now) < now - span) this.#samples.shift()
  }

  /** Returns the mean speed of the last five seconds in bytes a second; undefined within the first second. */
  read(): number | undefined {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || last.at - first.at < 1_000) return undefined
    return ((last.bytes - first.bytes) / (last.at - first.at)) * 1_000
  }

  reset(): void {
    this.#samples = []
  }
}

/**
 * Returns the remaining time in seconds, rounded to 1 s below a minute, to 5 s below ten minutes, and to whole minutes above.
 * @param rate in bytes a second
 */
export function toSecondsLeft(bytesLeft: number, rate: number | undefined): number | undefined {
  if (rate === undefined || rate <= 0) return undefined
  const seconds = bytesLeft / rate
  const step = seconds < 60 ? 1 : seconds < 600 ? 5 : 60
  return Math.max(1, Math.ceil(seconds / step) * step)
}
