import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { formatError, Refusal } from '../../api/client.ts'

interface StopReason {
  reason: string
  isOverQuota: boolean
}

const finalCodes: readonly string[] = ['files.typeUnsupported', 'files.tooLarge', 'files.empty']

/** Returns whether the server refused the file itself, so that another attempt would fail too. */
export const isFinal = (error: unknown): boolean =>
  error instanceof Refusal && finalCodes.includes(error.code)

/**
 * Returns why an upload stopped. The owner of the storage sees by how much the file exceeds it; the server reports the
 * limit only to the owner.
 * @param size of the file in bytes
 */
export function toStopReason(error: unknown, size: number): StopReason {
  const isFull = error instanceof Refusal && error.code === 'plan.storage'
  const { used, limit } = ((isFull && error.data) || {}) as { used?: number; limit?: number }
  if (used === undefined || limit === undefined) return { reason: formatError(error), isOverQuota: false }
  return { reason: texts.noRoom(Math.max(1, size + used - limit)), isOverQuota: true }
}
