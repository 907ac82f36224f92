import { startObjectStore } from '../apps/server/src/files/testing/objectStore.ts'

/** Runs a bucket in a process of its own, so that it takes no time from the client, and reports its settings. */
const store = await startObjectStore()
process.send?.(store.settings)
process.once('disconnect', () => process.exit())
