import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks connections that browsers open in advance. Before its first request such a connection counts as
 * busy, so a stopping server would wait for it.
 * @returns a function that closes the unused ones
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
