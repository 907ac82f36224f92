import { parentPort } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { RawPage } from './pageMeta/claims.ts'
import { readClaims } from './pageMeta/readClaims.ts'

// The worker thread of the page reader. It isolates the server from hostile pages.
const port = assertDefined(parentPort, 'parentPort')
port.on('message', (page: RawPage) => {
  try {
    port.postMessage({ result: readClaims(page) }, [])
  } catch {
    port.postMessage({}, [])
  }
})
