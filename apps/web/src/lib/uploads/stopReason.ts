import { uploadTexts as texts } from '@nestmark/texts/uploads'
import { formatError, Refusal } from '../api/client.ts'

interface StopReason {
  reason: string
  isOverQuota: boolean
}

/**
 * Says why an upload stopped. Who pays for the storage learns how much room is missing; the server tells the room only to
 * them.
 * @param size of the file in bytes
 */
export function toStopReason(error: unknown, size: number): StopReason {
  const isFull = error instanceof Refusal && error.code === 'plan.storage'
  const { used, limit } = ((isFull && error.data) || {}) as { used?: number; limit?: number }
  if (used === undefined || limit === undefined) return { reason: formatError(error), isOverQuota: false }
  return { reason: texts.noRoom(Math.max(1, size + used - limit)), isOverQuota: true }
}
