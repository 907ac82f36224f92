import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes idle connections in a way that loses nothing. Node closes those whose response has ended in the program, although
 * a slow client has not received all of it; and it waits for those that a browser opens in advance and has not used.
 * Replaces `closeIdleConnections` of the server, which Node calls when the server is closed.
 */
export function closeOnlyIdleConnections(server: Server): void {
  /** The bytes that each connection had received when it became idle. */
  const idle = new Map<Socket, number>()
  const running = new WeakMap<Socket, number>()
  server.on('connection', socket => {
    idle.set(socket, 0)
    socket.once('close', () => idle.delete(socket))
  })
  server.on('request', ({ socket }, response: ServerResponse) => {
    idle.delete(socket)
    running.set(socket, (running.get(socket) ?? 0) + 1)
    // After the last byte is passed to the system.
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1
      running.set(socket, left)
      if (left === 0 && !socket.destroyed) idle.set(socket, socket.bytesRead)
    })
  })
  server.closeIdleConnections = () => {
    // With further bytes, a request has begun.
    for (const [socket, bytes] of idle) if (socket.bytesRead === bytes) socket.destroy()
  }
}
