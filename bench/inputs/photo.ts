import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { assertDefined } from '@nestmark/core/assertDefined'
import sharp from 'sharp'
import type { Person } from '../person.ts'
import { timed } from '../stats.ts'
import { uploadFile } from '../upload.ts'

/** Returns a JPEG of 6000 × 4000 pixels with as much detail as a photo. */
export async function createPhoto(): Promise<Buffer> {
  const [width, height] = [1500, 1000]
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  return noise.resize(6000, 4000).jpeg({ quality: 85 }).toBuffer()
}

/** Uploads a photo, and returns the milliseconds from its save until its preview is there. */
export async function readPhoto(port: number, person: Person, photo: Buffer): Promise<number> {
  // Bytes after the end of a JPEG are ignored. The same file twice would be stored once.
  const bytes = Buffer.concat([photo, randomBytes(8)])
  const key = await uploadFile(port, person, bytes, { name: 'photo.jpg', type: 'image/jpeg' })
  return timed(async () => {
    const form = { name: 'Photo', category: 1, s3_key: [{ file: key }] }
    const { _id } = await person.ask<{ _id: string }>('save-link-from-input', form)
    for (;;) {
      const { link } = await person.ask<{ link: { media?: { state: string }; thumbnail: string } }>(
        'get-single-link',
        { link_id: _id },
      )
      const { state } = assertDefined(link.media, 'media')
      if (state === 'ready' && link.thumbnail !== '') return
      if (state !== 'working') throw new Error(`The reading of the photo ended as ${state}.`)
      await pause(10)
    }
  })
}
