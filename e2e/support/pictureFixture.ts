import sharp from 'sharp'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addLink } from './collectionFixture.ts'
import type { TestEnvironment } from './testEnvironment.ts'

/**
 * Saves a link with a stored picture of one colour.
 * @param size width and height in pixels
 */
export async function addPictureLink(
  env: TestEnvironment,
  owner: Person,
  {
    name,
    parent,
    size: [width, height],
    colour,
  }: {
    name: string
    parent: string
    size: readonly [width: number, height: number]
    colour: string
  },
): Promise<string> {
  const id = await addLink(owner, name, parent, { category: 1 })
  const data = await sharp({ create: { width, height, channels: 3, background: colour } })
    .webp()
    .toBuffer()
  await env.app.services.db.write(async tx => {
    const picture = { id: `picture-${id}`, owner_id: owner.id, width, height, created_at: 1 }
    await tx
      .insertInto('pictures')
      .values({ ...picture, small: data, large: data })
      .execute()
    await tx.updateTable('links').set({ picture_id: picture.id }).where('id', '=', id).execute()
  })
  return id
}
