import { parentPort } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { endOnRequest } from '../../concurrency/threads.ts'
import { parseFeedText, type RawFeed } from './parseFeedText.ts'

// The worker thread of the feed reader. It isolates the server from malicious feeds.
const port = assertDefined(parentPort, 'parentPort')
endOnRequest(port)
port.on('message', (raw: RawFeed) => {
  try {
    port.postMessage({ result: parseFeedText(raw) }, [])
  } catch {
    port.postMessage({}, [])
  }
})
