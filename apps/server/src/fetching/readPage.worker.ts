import { parentPort } from 'node:worker_threads'
import type { RawPage } from './pageMeta/claims.ts'
import { readClaims } from './pageMeta/readClaims.ts'

// The reading thread: whatever a page does to its reader, it does it here.
parentPort!.on('message', (page: RawPage) => {
  try {
    parentPort!.postMessage({ result: readClaims(page) }, [])
  } catch {
    parentPort!.postMessage({}, [])
  }
})
