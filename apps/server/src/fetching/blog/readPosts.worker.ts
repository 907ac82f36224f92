import { parentPort } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { endOnRequest } from '../../concurrency/threads.ts'
import type { RawPosts } from './blogPost.ts'
import { readPosts } from './readPosts.ts'

// The worker thread of the reader of blogs. It isolates the server from malicious posts.
const port = assertDefined(parentPort, 'parentPort')
endOnRequest(port)
port.on('message', (raw: RawPosts) => {
  try {
    port.postMessage({ result: readPosts(raw) }, [])
  } catch {
    port.postMessage({}, [])
  }
})
