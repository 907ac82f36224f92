import { type ExportedCollection, type ExportedLink, writeLinkFile } from '@nestmark/encryption/linkFile'
import { saveAsFile } from '../../../lib/api/files.ts'
import { type Place, readSubtree } from '../tasks/places.ts'
import { type LibraryLink, readCollectionsOf } from './readLibrary.ts'

/** Saves encrypted links as a file with their envelopes. It contains no key. @throws Refusal */
export async function saveEncryptedFile(links: readonly LibraryLink[], name: string): Promise<void> {
  const { rootId, collections } = await readCollectionsOf(links)
  const places = collections.length === 0 ? [] : await readSubtree(rootId)
  const values = new Map(places.map(place => [place.id, listValues(place)]))
  const exported: ExportedCollection[] = collections.map(({ id, name: title, parent }) => ({
    _id: id,
    name: title,
    parent,
    values: values.get(id) ?? [],
  }))
  const known = new Set(collections.map(({ id }) => id))
  const toParent = (parent: string) => (parent !== rootId && known.has(parent) ? parent : null)
  const created = new Date().toISOString()
  const pieces = writeLinkFile(
    { collections: exported, links: links.map(link => toExported(link, toParent(link.parent))) },
    created,
  )
  saveAsFile(new Blob(pieces, { type: 'application/json' }), `${name}-${created.slice(0, 10)}.json`)
}

/** Returns the validation values of the current key of a collection and of previous ones. */
const listValues = ({ enc_id: value, former_keys: previous }: Place): string[] => [
  ...(value === null ? [] : [value]),
  ...previous.map(each => each.enc_id),
]

function toExported(link: LibraryLink, parent: string | null): ExportedLink {
  const { _id, category, subCategory, tags, name, desc, link: address, thumbnail, note } = link
  const items = link.enc_check_list
  return {
    _id,
    parent,
    category,
    subCategory,
    tags: tags.map(tag => tag.name),
    name,
    desc,
    link: address,
    thumbnail,
    ...(items && { enc_check_list: items }),
    ...(note && { note }),
    created: link.create_date,
    ...(link.favourite === 1 && { favourite: 1 }),
  }
}
