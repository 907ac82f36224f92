import { parentPort } from 'node:worker_threads'
import type { RawPage } from './pageMeta/claims.ts'
import { readClaims } from './pageMeta/readClaims.ts'

// The worker thread of the page reader. It isolates the server from hostile pages.
parentPort!.on('message', (page: RawPage) => {
  try {
    parentPort!.postMessage({ result: readClaims(page) }, [])
  } catch {
    parentPort!.postMessage({}, [])
  }
})
