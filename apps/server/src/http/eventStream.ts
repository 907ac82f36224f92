import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { StreamReply } from '../calls/replies.ts'

/**
 * Keeps a response open as an event stream.
 * @throws Refused before anything is sent, when there are too many streams
 */
export function sendStream(reply: FastifyReply, { open, close }: StreamReply): FastifyReply {
  const { raw } = reply
  const sendHead = () => {
    reply.hijack()
    raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Disables the response buffering of proxies.
      'x-accel-buffering': 'no',
      // Closes with the connection, so that a stopping server does not wait for it.
      connection: 'close',
    })
    raw.socket?.setNoDelay(true)
    raw.socket?.setKeepAlive(true, 30_000)
  }
  const sink = {
    write: (text: string) => raw.destroyed || raw.write(text),
    end: () => void raw.end(),
    destroy: () => void raw.destroy(),
  }
  const stream = open(sink, sendHead)
  raw.on('drain', () => stream.onDrain())
  raw.on('error', () => undefined)
  raw.on('close', () => {
    stream.close()
    close(stream)
  })
  // The client disconnected while the call was handled.
  if (raw.destroyed) close(stream)
  return reply
}
