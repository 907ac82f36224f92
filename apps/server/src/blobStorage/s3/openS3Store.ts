import { type FileStore, StoreError, UnusableStoreError } from '../fileStore.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { checkBucket } from './checkBucket.ts'
import { createS3Client } from './s3Client.ts'
import { type S3Settings, s3Times } from './s3Settings.ts'
import { createS3Store } from './s3Store.ts'

/** A failing store is reported once in this time, in milliseconds. */
const reportEveryMs = 30_000

/**
 * Opens a store in a bucket and checks it. A store that does not answer does not prevent the start: it is checked before
 * its first use.
 * @param report receives a sentence for the operator when the store fails
 * @throws UnusableStoreError when the configuration is wrong or everyone can read the bucket
 */
export async function openS3Store(
  settings: S3Settings,
  report: (sentence: string) => void,
  times = s3Times,
): Promise<FileStore> {
  const client = createS3Client(settings, times)
  let checked: Promise<void> | null = null
  let checkedAt = -Infinity
  let reportedAt = -Infinity

  function reportSometimes(sentence: string): void {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    report(sentence)
  }
  /** Checks the bucket once. A check that failed is done again later. */
  async function check(): Promise<void> {
    if (!checked || performance.now() - checkedAt >= times.recheck) {
      checkedAt = Infinity
      checked = checkBucket(client, settings)
      checked.then(
        () => undefined,
        () => (checkedAt = performance.now()),
      )
    }
    await checked
  }
  try {
    const isChecked = await Promise.race([
      check().then(() => true),
      pause(times.start, false, { ref: false }),
    ])
    if (!isChecked) throw new StoreError('unavailable', 'The store of the files does not answer.')
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    reportSometimes(`${error.message} The server starts without files and tries again.`)
  }
  return guardStore(createS3Store(client, settings.prefix), async work => {
    try {
      await check()
      return await work()
    } catch (error) {
      if (error instanceof UnusableStoreError) {
        reportSometimes(error.message)
        throw new StoreError('unavailable', error.message, { cause: error })
      }
      if (error instanceof StoreError && error.reason === 'unavailable') reportSometimes(error.message)
      throw error
    }
  })
}

/** Returns a store whose calls all go through a function. */
function guardStore(store: FileStore, guard: <T>(work: () => Promise<T>) => Promise<T>): FileStore {
  return {
    minPartBytes: store.minPartBytes,
    begin: key => guard(() => store.begin(key)),
    writePart: (key, uploadId, part, bytes) => guard(() => store.writePart(key, uploadId, part, bytes)),
    finish: (key, uploadId, parts) => guard(() => store.finish(key, uploadId, parts)),
    abort: (key, uploadId) => guard(() => store.abort(key, uploadId)),
    read: (key, range) => guard(() => store.read(key, range)),
    readChunks: (key, range) => guard(() => store.readChunks(key, range)),
    readSize: key => guard(() => store.readSize(key)),
    remove: keys => guard(() => store.remove(keys)),
    readLibrary: () => guard(() => store.readLibrary()),
    writeLibrary: id => guard(() => store.writeLibrary(id)),
    async *list() {
      await guard(async () => undefined)
      yield* store.list()
    },
    readSpace: () => guard(() => store.readSpace()),
    readMark: () => guard(() => store.readMark()),
    address: (key, options) => guard(() => store.address(key, options)),
  }
}
