import { FetchRefused, type RefusalReason } from '../requests/fetchRefused.ts'

/** Returns the reason for which work was refused; fails when it was not. */
export async function expectRefusal(
  work: Promise<unknown>,
): Promise<{ reason: RefusalReason; error: Error }> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { reason: error.reason, error }
  }
  throw new Error('The work was not refused.')
}
