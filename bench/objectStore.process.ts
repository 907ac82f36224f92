import { startObjectStore } from '../apps/server/src/blobStorage/testing/objectStore.testing.ts'

/** Runs a bucket in a separate process, so that it uses no CPU time of the client, and reports its settings. */
const store = await startObjectStore()
process.send?.(store.settings)
process.once('disconnect', () => process.exit())
