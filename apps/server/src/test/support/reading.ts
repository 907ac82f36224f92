import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { saveFile } from './files.ts'
import type { Person } from './people.ts'

/** The fields of a file without known values. */
export const unknown = {
  width: null,
  height: null,
  duration: null,
  pages: null,
  title: '',
  artist: '',
  play_type: '',
}

/** Waits until the first file of a link is read, and returns the link. */
export async function waitForReading(person: Person, link_id: string): Promise<Link> {
  const get = async () => (await person.call(getLink, { link_id })).link
  await expect.poll(async () => (await get()).media?.state, { timeout: 45_000 }).not.toBe('working')
  return get()
}

/** Saves a file, waits until it is read, and returns its link. */
export async function saveAndRead(
  app: Pick<TestApp, 'origin'>,
  person: Person,
  bytes: Uint8Array,
  type: string,
): Promise<Link> {
  return waitForReading(person, (await saveFile(app, person, bytes, { type, name: 'file' }))._id)
}

/** Returns the sizes of the small picture of a link, and a function that names the colour of a pixel. */
export async function readPicture(app: Pick<TestApp, 'origin'>, link: Link) {
  expect(link.thumbnail).not.toBe('')
  const get = async (address: string) => Buffer.from(await (await fetch(app.origin + address)).arrayBuffer())
  const { data, info } = await sharp(await get(link.thumbnail))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const thumb = await sharp(await get(`${link.thumbnail}&w=160`)).metadata()
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(start, start + 3)
    return green > 150 ? 'white' : red > blue + 50 ? 'red' : blue > red + 50 ? 'blue' : 'other'
  }
  expect([link.thumbnail_width, link.thumbnail_height]).toEqual([info.width, info.height])
  return { width: info.width, height: info.height, thumb: [thumb.width, thumb.height], at }
}
