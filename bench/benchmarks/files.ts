import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { assertDefined } from '@nestmark/core/assertDefined'
import sharp from 'sharp'
import { toDigest } from '../../apps/server/src/test/support/files.ts'
import type { Row, World } from '../benchmark.ts'
import { type Person, signUp } from '../person.ts'
import { pulse } from '../pulse.ts'
import { createLocation } from '../serverLocation.ts'
import { readMemory, startServer } from '../server.ts'
import { median, timed } from '../stats.ts'

const rounds = 5

/** Measures reading of uploaded files: a preview after its upload, and the server meanwhile. */
export async function files(world: World): Promise<Row[]> {
  const location = await createLocation(world.postgres)
  const server = await startServer(location)
  try {
    const ada = await signUp(server.port, 'ada')
    const photo = await createPhoto()
    // The first one loads the calls.
    await readPhoto(server.port, ada, photo)
    const before = readMemory(server.pid).now
    const taken: number[] = []
    const health = await pulse(server.port, async () => {
      for (let round = 0; round < rounds; round++) taken.push(await readPhoto(server.port, ada, photo))
    })
    const after = readMemory(server.pid).now
    const note = `JPEG of ${(photo.length / 1e6).toFixed(1)} MB`
    return [
      row('preview of a JPEG of 24 megapixels, after its save', median(taken), 'ms', 3000, note),
      row('health while files are uploaded and read, p99', health, 'ms', 250),
      row('growth of the server by five uploads and previews', after - before, 'MB', 100),
    ]
  } finally {
    await server.stop()
    await location.remove()
  }
}

function row(promise: string, figure: number, unit: Row['unit'], limit: number, note?: string): Row {
  return { promise, figure, unit, limit, better: 'less', note }
}

/** Returns a JPEG of 6000 × 4000 pixels with as much detail as a photo. */
async function createPhoto(): Promise<Buffer> {
  const [width, height] = [1500, 1000]
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  return noise.resize(6000, 4000).jpeg({ quality: 85 }).toBuffer()
}

/** Uploads a photo, and returns the milliseconds from its save until its preview is there. */
async function readPhoto(port: number, person: Person, photo: Buffer): Promise<number> {
  // Bytes after the end of a JPEG are ignored. The same file twice would be stored once.
  const bytes = Buffer.concat([photo, randomBytes(8)])
  const upload = await person.ask<{ upload_id: string; url: string; part_size: number }>('start-upload', {
    name: 'photo.jpg',
    size: bytes.length,
    content_type: 'image/jpeg',
  })
  for (let at = 0, number = 1; at < bytes.length; at += upload.part_size, number++) {
    const part = bytes.subarray(at, at + upload.part_size)
    const answer = await fetch(`http://127.0.0.1:${port}${upload.url}/${number}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/octet-stream',
        'content-digest': toDigest(part),
      },
      body: part as Uint8Array<ArrayBuffer>,
    })
    if (answer.status !== 204) throw new Error(`The part answered ${answer.status}: ${await answer.text()}`)
  }
  const { key } = await person.ask<{ key: string }>('finish-upload', { upload_id: upload.upload_id })
  return timed(async () => {
    const form = { name: 'Photo', category: 1, s3_key: [{ file: key }] }
    const { _id } = await person.ask<{ _id: string }>('save-link-from-input', form)
    for (;;) {
      const { link } = await person.ask<{ link: { media?: { state: string }; thumbnail: string } }>(
        'get-single-link',
        {
          link_id: _id,
        },
      )
      const { state } = assertDefined(link.media, 'media')
      if (state === 'ready' && link.thumbnail !== '') return
      if (state !== 'working') throw new Error(`The reading of the photo ended as ${state}.`)
      await pause(10)
    }
  })
}
