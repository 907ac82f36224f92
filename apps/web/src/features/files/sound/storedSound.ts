import { sessionStored } from '../../../lib/browser/storage.ts'
import { hashSession } from '../../../lib/browser/token.ts'
import type { ListOrder } from '../players/collectionMedia.ts'

/** The sound of this tab, for a reload. */
export interface StoredSound {
  id: string
  /** In seconds. */
  position: number
  /** The order of the list in which it was started. */
  order: ListOrder
}

type Stored = StoredSound & { session: string | null }

export function storeSound(remembered: StoredSound): void {
  sessionStored.write('sound', { ...remembered, session: hashSession() } satisfies Stored)
}

export function deleteStoredSound(): void {
  sessionStored.remove('sound')
}

/** Returns the sound of this tab before its reload; null for one of another session. */
export function readStoredSound(): StoredSound | null {
  const last = sessionStored.read<Stored>('sound')
  return last && last.session === hashSession() ? last : null
}
