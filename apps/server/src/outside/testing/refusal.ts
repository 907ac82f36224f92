import { FetchRefused, type RefusalReason } from '../fetchRefused.ts'

/** The reason a piece of work was refused for, and how long that took in milliseconds; fails when it was not. */
export async function refusal(
  work: Promise<unknown>,
): Promise<{ reason: RefusalReason; ms: number; error: Error }> {
  const started = performance.now()
  try {
    await work
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { reason: error.reason, ms: performance.now() - started, error }
  }
  throw new Error('It was let in.')
}
