import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { assertDefined } from '@nestmark/core/assertDefined'

/**
 * Moves bytes over the loopback interface without Nestmark: the baseline of uploads and downloads. One port stores what
 * arrives, with its SHA-256 and durably, and answers one byte; the other sends the file that was stored.
 */
const file = assertDefined(process.argv[2], 'file')

async function receive(socket: Socket): Promise<void> {
  const handle = await open(file, 'w')
  const hash = createHash('sha256')
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    hash.update(chunk)
    await handle.writeFile(chunk)
  }
  hash.digest()
  await handle.datasync()
  await handle.close()
  socket.end('.')
}

const listen = (serve: (socket: Socket) => void) =>
  new Promise<number>(resolve => {
    const server = createServer({ allowHalfOpen: true }, serve)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

process.send?.({
  receiver: await listen(socket => void receive(socket)),
  sender: await listen(socket => void createReadStream(file).pipe(socket)),
})
process.once('disconnect', () => process.exit())
