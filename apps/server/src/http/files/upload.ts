import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { refuse, Refused } from '../../access/refuse.ts'
import type { Upload } from '../../calls/fileRequests.ts'
import { findInputProblem } from '../../calls/inputValidation.ts'

/**
 * Reads a multipart body as a stream: the field `file`, and small text fields before or after it.
 * @param maxBytes of the file
 * @throws Refused 'transfer.noFile' without a file; while reading the chunks 'request.tooLarge'
 */
export function readUpload(request: IncomingMessage, maxBytes: number): Promise<Upload> {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b.*;\s*boundary=/i.test(type)) refuse('transfer.noFile')
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null)
    const parser = openParser(request, maxBytes)
    let found = false
    const finished = new Promise<void>((done, failed) => {
      parser.once('close', done)
      // The parser rejects truncated forms and invalid headers, which are errors of the client.
      parser.once('error', () => failed(new Refused('request.invalid')))
    })
    // Reading the chunks reports the rejection; without a file nothing reads them.
    finished.catch(reject)
    const accept = (name: string, value: string): boolean => {
      const problem = findInputProblem({ [name]: value })
      if (problem) reject(new Refused(problem.code, { fields: [problem] }))
      return problem === null
    }
    parser.on('field', (name, value) => {
      if (accept(name, value)) fields[name] = value
    })
    parser.on('file', (name, stream, info) => {
      found = true
      // A body without its end is an error of the file as well, before or without a reader of its chunks. An error
      // without a listener would end the process.
      stream.on('error', () => undefined)
      if (!accept(name, info.filename ?? '')) return void stream.resume()
      resolve({ chunks: readChunks(stream, finished), fields, fileName: info.filename ?? '' })
    })
    parser.once('close', () => {
      if (!found) reject(new Refused('transfer.noFile'))
    })
    request.once('aborted', () => parser.destroy(new Error('The upload was cut off.')))
    request.pipe(parser)
  })
}

/**
 * Opens the multipart parser.
 * @throws Refused 'transfer.noFile' when the header has no usable boundary
 */
function openParser(request: IncomingMessage, maxBytes: number): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1000, parts: 12 },
    })
  } catch {
    return refuse('transfer.noFile')
  }
}

/** Maximum number of bytes of a rejected file that are read and discarded; then the connection is closed. */
const maxDiscardedBytes = 64 * 1000 * 1000

/**
 * Discards the rest of a file that was answered before its end. Unread, it would block the next request on
 * the same connection until a timeout.
 */
export function discardUpload(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  let left = maxDiscardedBytes
  request.unpipe()
  // A reader that has not ended yet would keep the stream from flowing.
  request.removeAllListeners('readable')
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}

async function* readChunks(
  stream: Readable & { truncated?: boolean },
  finished: Promise<void>,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch {
    // The parser has the same error, as one of the client.
    await finished
    throw new Refused('request.invalid')
  }
  if (stream.truncated) refuse('request.tooLarge')
  await finished
}
