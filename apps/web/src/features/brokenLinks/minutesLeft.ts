import type { LinkCheck } from '@nestmark/contract/links/brokenLinks'

/** When this window first saw a running check, and how far it was. */
let begun: { job: string | null; done: number; at: number } | undefined

/** How many links must be checked before the rest is estimated. */
const enough = 20

/** Estimates the minutes that a running check takes, by what it has done since this window knows of it; null when too little. */
export function minutesLeft({ job, done, total }: LinkCheck): number | null {
  if (begun?.job !== job) begun = { job, done, at: performance.now() }
  const { at, done: first } = begun
  if (done - first < enough) return null
  return Math.round(((total - done) * (performance.now() - at)) / (done - first) / 60_000)
}
