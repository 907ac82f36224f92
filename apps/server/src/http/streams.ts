import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { StreamReply } from './implement.ts'

/** Keeps a call open and hands its connection to whoever tells something through it. */
export function sendStream(reply: FastifyReply, { begin, leave }: StreamReply): FastifyReply {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies that gather answers before they pass them on leave this one alone.
    'x-accel-buffering': 'no',
    // Its end is the connection's, so that a server that stops waits for none of them.
    connection: 'close',
  })
  raw.socket?.setNoDelay(true)
  raw.socket?.setKeepAlive(true, 30_000)
  const stream = begin({
    write: text => raw.destroyed || raw.write(text),
    end: () => void raw.end(),
    cutOff: () => void raw.destroy(),
  })
  raw.on('drain', () => stream.drained())
  raw.on('error', () => undefined)
  raw.on('close', () => {
    stream.gone()
    leave(stream)
  })
  // Whoever went away while the call was looked at is not told any more.
  if (raw.destroyed) leave(stream)
  return reply
}
