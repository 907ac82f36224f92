import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { signUp } from '../../person.ts'
import { createLocation } from '../../serverLocation.ts'
import type { Row, World } from '../../benchmark.ts'
import { startServer } from '../../server.ts'
import { timed } from '../../stats.ts'
import { post, Wire } from '../../wire.ts'

const bomb = gzipSync(Buffer.alloc(200_000_000))
const html = { 'content-type': 'text/html' }

/** Malicious pages, by path. */
const pages: Record<string, (response: ServerResponse) => void> = {
  '/silent': () => undefined,
  '/nested': response => response.writeHead(200, html).end(`<title>x</title>${'<div>'.repeat(1_000_000)}`),
  '/bomb': response => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb),
}

/** Measures how long the preview of a malicious page takes, whatever its result. */
export async function fetching(world: World): Promise<Row[]> {
  const site = createServer((request, response) => pages[request.url ?? '']?.(response))
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  const location = await createLocation(world.postgres)
  const server = await startServer(location, undefined, { FETCH_ALLOW_PRIVATE: host })
  const { token } = await signUp(server.port, 'ada')
  const wire = await Wire.open(server.port)
  const preview = (path: string) =>
    timed(() => wire.ask(post('/api/scrape-link', { link: `http://${host}${path}` }, token)))
  const row = async (promise: string, path: string, limit: number): Promise<Row> => ({
    promise,
    figure: await preview(path),
    unit: 'ms',
    limit,
    better: 'less',
  })
  const rows = [
    await row('preview of a site that never responds', '/silent', 12_000),
    await row('preview of 5 MB of nested elements', '/nested', 6000),
    await row('preview of a 200 MB gzip bomb', '/bomb', 6000),
  ]
  wire.close()
  await server.stop()
  await location.remove()
  site.closeAllConnections()
  site.close()
  return rows
}
