import { updateCollection } from '@nestmark/contract/collections'
import { ada, encrypt, folder, key, read, save, sealLink } from '../fixture.testing.ts'

/** Sets whether encrypted links of a collection have no tags. */
export const hide = (folder_id = folder, hide_tags: 0 | 1 = 1) =>
  ada.call(updateCollection, { folder_id, hide_tags })

export const tagNames = async (id: string) => (await read(id)).tags.map(tag => tag.name)

/** Encrypts the texts of a link; with `inside` its tags are in the description. */
export const seal = async (id: string, more: object = {}, own = key) => ({
  ...(await sealLink(own, id, { name: 'One', desc: '#inside' })),
  ...more,
})
export const inside = { tags_inside: 1 as const }

/** Saves an encrypted link with tags. */
export async function saveTagged(tags = ['stays'], parent = folder): Promise<string> {
  const id = await save({ name: 'One' }, parent, { tags })
  await encrypt([await seal(id)])
  return id
}
