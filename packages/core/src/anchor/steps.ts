/**
 * Work in small steps: a generator that yields after at most a few thousand operations, so that a page can stop after
 * some milliseconds and continue later. It returns the result.
 */
export type Steps<T> = Generator<void, T, void>

/** Operations between two yields: below a millisecond on a slow machine. */
export const stepSize = 16_384

/** Runs steps to their end without a pause. Returns their result. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
