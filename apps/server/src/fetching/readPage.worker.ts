import { parentPort } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { endOnRequest } from '../concurrency/threads.ts'
import type { RawPage } from './pageMeta/metadata.ts'
import { readMetadata } from './pageMeta/readMetadata.ts'

// The worker thread of the page reader. It isolates the server from malicious pages.
const port = assertDefined(parentPort, 'parentPort')
endOnRequest(port)
port.on('message', (page: RawPage) => {
  try {
    port.postMessage({ result: readMetadata(page) }, [])
  } catch {
    port.postMessage({}, [])
  }
})
