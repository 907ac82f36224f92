import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { refuse } from '../access/refuse.ts'

export interface Upload {
  /** The file's bytes as they arrive. Walk them to the end, then the fields are complete. */
  chunks: AsyncIterable<Buffer>
  fields: Record<string, string>
  fileName: string
}

/**
 * Reads a multipart body as a stream: the field `file`, and small text fields before or after it.
 * @param maxBytes of the file
 * @throws Refused 'transfer.noFile' without a file; while walking the chunks 'request.tooLarge'
 */
export function readUpload(request: IncomingMessage, maxBytes: number): Promise<Upload> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) refuse('transfer.noFile')
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {}
    const parser = busboy({
      headers: request.headers,
      limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1000, parts: 12 },
    })
    let found = false
    const finished = new Promise<void>((done, failed) => {
      parser.once('close', done)
      parser.once('error', failed)
    })
    // The rejection is met by whoever walks the chunks; without a file nobody does.
    finished.catch(reject)
    parser.on('field', (name, value) => void (fields[name] = value))
    parser.on('file', (_name, stream, info) => {
      found = true
      resolve({ chunks: walk(stream, finished), fields, fileName: info.filename ?? '' })
    })
    parser.once('close', () => {
      if (!found) reject(refusal())
    })
    request.once('aborted', () => parser.destroy(new Error('The upload was cut off.')))
    request.pipe(parser)
  })
}

/** What is read and dropped of a refused file; a sender of more is cut off. */
const mostDropped = 64 * 1000 * 1000

/**
 * Lets the rest of a file go by that was answered before its end. Left unread it would hold up the next call on the same
 * connection until somebody gives up.
 */
export function leaveUpload(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  let left = mostDropped
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}

async function* walk(
  stream: Readable & { truncated?: boolean },
  finished: Promise<void>,
): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield chunk as Buffer
  if (stream.truncated) refuse('request.tooLarge')
  await finished
}

function refusal(): unknown {
  try {
    return refuse('transfer.noFile')
  } catch (error) {
    return error
  }
}
