import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** A site of a third party. */
export interface Site {
  /** Its origin under a host name, for which a permission may or may not be given. */
  origin(host: '127.0.0.1' | 'localhost'): string
  close(): void
}

/** Serves a site. @param answer answers each request */
export async function serveSite(answer: RequestListener): Promise<Site> {
  const server = createServer(answer).listen(0)
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: host => `http://${host}:${port}`, close: () => void server.close() }
}

/** Returns a picture that no compression makes smaller, of about 280 kB. */
async function createNoise(): Promise<Buffer> {
  const [width, height] = [420, 420]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

const words = 'Only members read how the sods were laid, and what the roof of birch bark kept out. '

/**
 * Answers as a site whose pages and pictures only a signed-in person gets: those with its cookie.
 * @param pictures how many a page has
 */
export async function createMemberSite(pictures: number): Promise<Site> {
  const noise = await Promise.all(Array.from({ length: pictures }, createNoise))
  const send = (response: ServerResponse, type: string, body: string | Buffer) =>
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  return serveSite((request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    if (pathname === '/sign-in')
      return response
        .writeHead(302, { 'set-cookie': 'member=1; HttpOnly; Path=/', location: '/members' })
        .end()
    if (!request.headers.cookie?.includes('member=1'))
      return send(
        response,
        'text/html; charset=utf-8',
        '<!doctype html><title>Sign in</title><p>Please sign in.',
      )
    const picture = noise[Number(/^\/(\d+)\.jpg$/.exec(pathname)?.[1] ?? -1)]
    return picture
      ? send(response, 'image/jpeg', picture)
      : send(response, 'text/html; charset=utf-8', memberPage(noise.length))
  })
}

const memberPage = (pictures: number) => `<!doctype html><html lang="en"><head><title>Members only</title>
<meta name="csrf-token" content="secret-of-meta"><style>h1 { color: rgb(1, 2, 3) }</style></head>
<body data-token="secret-of-body"><!-- secret-of-comment --><h1>Members only</h1><article><p>${words.repeat(12)}</p></article>
<form><input type="hidden" name="csrf" value="secret-of-form"><input type="password" id="password"><input id="field"><textarea id="area"></textarea></form>
<div id="host"></div><canvas id="canvas" width="120" height="80"></canvas>
${Array.from({ length: pictures }, (_, at) => `<img src="/${at}.jpg" width="60" height="60" alt="">`).join('\n')}
<script>
  // secret-of-script
  for (const id of ['password', 'field', 'area']) document.getElementById(id).value = 'secret-of-' + id
  const root = document.getElementById('host').attachShadow({ mode: 'open' })
  root.innerHTML = '<style>p { color: rgb(4, 5, 6) }</style><p>Written in the shade</p>'
  document.styleSheets[0].insertRule('h1 { letter-spacing: 7px }')
  const drawn = document.getElementById('canvas').getContext('2d')
  drawn.fillStyle = '#c0392b'
  drawn.fillRect(0, 0, 120, 80)
</script>`
