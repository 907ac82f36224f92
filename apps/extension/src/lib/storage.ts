import type { ClientStorage } from '@nestmark/client/storage'

/** Where the texts of a storage are. Changes take effect in the order of the calls. */
export interface Disk {
  readAll(): Promise<[string, string][]>
  /** Resolves when the text is on the disk; null deletes it. */
  write(key: string, text: string | null): Promise<void>
}

/** The storage of the background. */
export interface DeviceStorage extends ClientStorage {
  /**
   * Resolves when all changes so far are on the disk. The background may end at any time.
   * @throws when one could not be written
   */
  flush(): Promise<void>
}

/** Reads all entries, and then answers from memory. No other part of the extension may write to the disk. */
export async function openStorage(disk: Disk): Promise<DeviceStorage> {
  const texts = new Map(await disk.readAll())
  const pending = new Set<Promise<void>>()
  function write(key: string, text: string | null): void {
    const writing = disk.write(key, text)
    pending.add(writing)
    // A failure stays until `flush` has reported it.
    writing.then(
      () => pending.delete(writing),
      () => undefined,
    )
  }
  return {
    getItem: key => texts.get(key) ?? null,
    setItem(key, text) {
      texts.set(key, text)
      write(key, text)
    },
    removeItem(key) {
      if (texts.delete(key)) write(key, null)
    },
    keys: () => [...texts.keys()],
    onChange: () => undefined,
    async flush() {
      const waiting = [...pending]
      const ends = await Promise.allSettled(waiting)
      for (const each of waiting) pending.delete(each)
      const failed = ends.find(end => end.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}
