import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks connections that browsers open in advance. Before its first request such a connection counts as
 * busy, so a stopping server would wait for it.
 * @returns a function that closes the unused ones
 */
export function trackUnusedConnections(server: Server): () => void {
  const unused = new Set<Socket>()
  server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', request => unused.delete(request.socket))
  return () => {
    for (const socket of unused) socket.destroy()
  }
}
