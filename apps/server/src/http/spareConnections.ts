import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Browsers open connections before they need them. Such a one counts as busy until its first call, so a server that
 * stops would wait for it.
 * @returns closes those that were never used
 */
export function watchSpare(server: Server): () => void {
  const spare = new Set<Socket>()
  server.on('connection', socket => {
    spare.add(socket)
    socket.once('close', () => spare.delete(socket))
  })
  server.on('request', request => spare.delete(request.socket))
  return () => {
    for (const socket of spare) socket.destroy()
  }
}
