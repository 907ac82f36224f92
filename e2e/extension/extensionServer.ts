import type { RequestListener, Server } from 'node:http'

/** Holds the answers of the real server to a call, which it has executed. Returns how many, and a function that ends that. */
export function holdAnswers(server: Server, path: string): { count: () => number; end: () => void } {
  const listeners = server.listeners('request') as RequestListener[]
  let count = 0
  server.removeAllListeners('request')
  server.on('request', ((request, response) => {
    if (request.url === path)
      response.end = (() => {
        count++
        return response
      }) as typeof response.end
    for (const each of listeners) void each.call(server, request, response)
  }) satisfies RequestListener)
  return {
    count: () => count,
    end() {
      server.removeAllListeners('request')
      for (const each of listeners) server.on('request', each)
    },
  }
}

/** Has the real server answer some calls as one that does not know them. */
export function forgetCalls(server: Server, path: string): () => void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  const forget: RequestListener = (request, response) => {
    if (request.url === path) request.url = '/api/no-such-call'
    for (const each of listeners) void each.call(server, request, response)
  }
  server.on('request', forget)
  return () => {
    // May be called twice.
    server.removeAllListeners('request')
    for (const each of listeners) server.on('request', each)
  }
}
