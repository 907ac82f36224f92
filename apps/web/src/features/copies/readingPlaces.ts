import { getReadingPlace, type ReadingPlace, saveReadingPlace } from '@nestmark/contract/reading/readingPlace'
import { client } from '../../lib/api/client.ts'
import { stored } from '../../lib/browser/storage.ts'

/** A position as this device stores it: for reading without the network, and until the server has it. */
interface StoredPlace {
  version: number
  offset: number
  /** When the user was there, by the clock of this device. */
  time: number
  isSent: boolean
}

const maxPlaces = 100
/** The server takes no older ones. */
const maxAge = 30 * 86_400_000

/** Returns the places of this device by link, the oldest first. */
const readPlaces = (): Map<string, StoredPlace> =>
  new Map(stored.read<[string, StoredPlace][]>('places') ?? [])

function storePlace(linkId: string, place: StoredPlace): void {
  const places = readPlaces()
  places.delete(linkId)
  places.set(linkId, place)
  stored.write('places', [...places].slice(-maxPlaces))
}

/**
 * Stores where the user reads, on this device and on the server.
 * @param isLeaving the page may be closed before the server answers
 */
export function savePlace(linkId: string, version: number, offset: number, isLeaving: boolean): void {
  storePlace(linkId, { version, offset, time: Date.now(), isSent: false })
  // A place that was not sent is sent when the article is opened again.
  void sendPlace(linkId, isLeaving).catch(() => undefined)
}

async function sendPlace(linkId: string, keepalive = false): Promise<void> {
  const place = readPlaces().get(linkId)
  if (!place || place.isSent) return
  const { version, offset, time } = place
  const age = Math.max(0, Date.now() - time)
  if (age < maxAge)
    await client.call(saveReadingPlace, { link_id: linkId, version, offset, age }, { keepalive })
  // The user may have read on since then.
  if (readPlaces().get(linkId)?.time === time) storePlace(linkId, { ...place, isSent: true })
}

/** Returns where the user stopped reading, on whichever device; null where they have not begun. */
export async function fetchPlace(
  linkId: string,
  signal: AbortSignal,
): Promise<Pick<ReadingPlace, 'version' | 'offset'> | null> {
  try {
    await sendPlace(linkId)
    const place = await client.call(getReadingPlace, { link_id: linkId }, { signal })
    // For the next time, which may be without the network.
    if (place)
      storePlace(linkId, { version: place.version, offset: place.offset, time: Date.now(), isSent: true })
    return place
  } catch (error) {
    if (signal.aborted) throw error
    return readPlaces().get(linkId) ?? null
  }
}
