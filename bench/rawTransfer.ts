import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './childProgram.ts'

/** Moves bytes over the loopback interface to and from another process, without Nestmark. */
export interface RawTransfer {
  /** Sends bytes, and waits until they are hashed and durable. */
  send(bytes: Buffer): Promise<void>
  /** Receives the bytes that were sent last. Returns how many. */
  receive(): Promise<number>
  /** Opens the file, and reads a range of it. */
  readRange(offset: number, length: number): Promise<void>
  stop(): Promise<void>
}

export async function startRawTransfer(): Promise<RawTransfer> {
  const folder = mkdtempSync(join(tmpdir(), 'nestmark-bench-raw-'))
  const file = join(folder, 'file')
  const { message, stop } = await startProgram<{ receiver: number; sender: number }>(
    'rawTransfer.process.ts',
    [file],
  )
  return {
    send: bytes =>
      new Promise((resolve, reject) => {
        const socket = connect({ port: message.receiver, host: '127.0.0.1' })
        socket.on('error', reject)
        socket.on('data', () => resolve())
        socket.end(bytes)
      }),
    receive: () =>
      new Promise((resolve, reject) => {
        let length = 0
        const socket = connect({ port: message.sender, host: '127.0.0.1' })
        socket.on('error', reject)
        socket.on('data', chunk => (length += chunk.length))
        socket.on('end', () => resolve(length))
      }),
    async readRange(offset, length) {
      const handle = await open(file)
      await handle.read(Buffer.alloc(length), 0, length, offset)
      await handle.close()
    },
    async stop() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}
