import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { Random } from './random.ts'

const pictures = 30

/** A site on this machine whose pages are copied. */
export interface CopiedSite {
  host: string
  /** The size of each picture of its large page. */
  pictureBytes: number
  close(): void
}

/** Serves a page of 1 MB with 30 pictures at `/large/…`, and a short one at any other address. */
export async function startSite(): Promise<CopiedSite> {
  const random = new Random(7)
  const paragraph = () => `<p>${Array.from({ length: 80 }, () => random.word()).join(' ')}.</p>`
  const [width, height] = [1200, 800]
  // As much detail as in a photo of about 200 kB.
  const noise = sharp(randomBytes((width * height * 3) / 64), {
    raw: { width: width / 8, height: height / 8, channels: 3 },
  })
  const picture = await noise.resize(width, height).jpeg({ quality: 80 }).toBuffer()
  const image = (_: unknown, n: number) => `<img src="/picture-${n}.jpg" alt="">`
  const short = `<!doctype html><title>Short</title><article>${paragraph()}</article>`
  let large = `<!doctype html><title>Large</title><article>${Array.from({ length: pictures }, image).join('')}`
  while (large.length < 1e6) large += paragraph()
  const site = createServer(({ url = '' }, response) => {
    if (url.startsWith('/picture'))
      response
        .writeHead(200, { 'content-type': 'image/jpeg' })
        .end(Buffer.concat([picture, Buffer.from(url)]))
    else if (url === '/robots.txt') response.writeHead(404).end()
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`${url.startsWith('/large') ? large : short}<p>${url}</p></article>`)
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  return {
    host: `127.0.0.1:${(site.address() as AddressInfo).port}`,
    pictureBytes: picture.length,
    close() {
      site.closeAllConnections()
      site.close()
    },
  }
}
