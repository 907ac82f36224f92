import { createCollection } from '@nestmark/contract/collections'
import { saveEncryptedLinks } from '@nestmark/contract/encryption/encryptedBatches'
import type { Input } from '@nestmark/contract/operation'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import { fromBase64url } from '@nestmark/encryption/bytes'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import {
  type ExportedCollection,
  type ExportedLink,
  importedLinkId,
  type LinkFile,
} from '@nestmark/encryption/linkFile'
import { client } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { keyRing, type SavedKey } from '../../../lib/encryption/keyRing.ts'
import { type LinkTexts, openLinkTexts, openNote, sealLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { sealText } from '@nestmark/encryption/envelope'
import { addTagWords } from '@nestmark/client/encryption/tagWords'
import { splitList } from '../../../lib/splitList.ts'
import type { RunOptions } from '../../../lib/encryption/runner.ts'
import { makeValues, storeValues } from '../keys/newKey.ts'
import { indexTree } from '../../collections/tree/tree.ts'
import { readPlace, readPlaces } from '../tasks/places.ts'
import { readTree } from '../tasks/subtree.ts'
import type { FileKeys } from './fileKeys.ts'

type NewLink = Input<typeof saveEncryptedLinks>['links'][number]

/** The most characters of texts that one call sends: pictures may be large. */
const charactersPerCall = 400_000

/** A link of an import, without the texts that are encrypted. */
type LinkToImport = Pick<
  ExportedLink,
  '_id' | 'parent' | 'category' | 'subCategory' | 'tags' | 'created' | 'favourite'
>

/** The texts of a link that are encrypted for the target, and its private note; else why it is left out. */
type Opened = { texts: LinkTexts; note: string | null } | 'locked' | 'damaged'

/** Where links are imported. */
export interface ImportTarget {
  /** The collection, whose key is `key`. */
  into: string
  key: SavedKey
  /** The secret of the key, for collections that are created. */
  secret: string
}

/** What an import has made, of all attempts. */
export interface ImportedItems {
  /** The links outside of new collections. */
  links: string[]
  /** The new collections outside of other new ones. */
  collections: string[]
}

export interface Import<Item extends LinkToImport = LinkToImport> extends ImportTarget {
  /** Collections that are created in the target; each after the one above it. */
  collections: readonly Pick<ExportedCollection, '_id' | 'name' | 'parent'>[]
  links: readonly Item[]
  open: (link: Item) => Promise<Opened>
}

/** Returns the import of an encrypted export. @param keys the open keys of the file */
export function fromLinkFile(file: LinkFile, keys: FileKeys, target: ImportTarget): Import<ExportedLink> {
  const open = async (link: ExportedLink): Promise<Opened> => {
    const own = keys.get(envelopeKeyId(link.name) ?? '')
    if (!own) return 'locked'
    const texts = await openLinkTexts(own, link._id, link)
    return texts ? { texts, note: link.note ? await openNote(own, link._id, link.note) : null } : 'damaged'
  }
  const collections = createsCollections(file) ? file.collections : []
  return { ...target, collections, links: file.links, open }
}

/**
 * Creates an import. Each link is encrypted with the key of the target, and saved.
 * @returns a function that continues the import where it was stopped, what was left out so far, and what was made
 */
export function createImport<Item extends LinkToImport>(given: Import<Item>) {
  const { links, open, into, key: saved } = given
  const leftOut = { locked: 0, damaged: 0, tagsTooLong: 0, existing: 0 }
  /** The collections here, by those of the file. */
  const collections = new Map<string, string>()
  /** Collections here that keep tags inside the encryption. */
  const hiding = new Set<string>()
  const created: Created = { ids: new Set(), withoutKey: new Set() }
  const made: ImportedItems = { links: [], collections: [] }
  let at = 0

  /** Encrypts a link for the target; null when it is left out. */
  const convert = async (link: Item, key: CollectionKey): Promise<NewLink | null> => {
    const opened = await open(link)
    if (typeof opened === 'string') {
      leftOut[opened] += 1
      return null
    }
    const { texts, note } = opened
    const parent = collections.get(link.parent ?? '') ?? into
    const _id = await importedLinkId(fromBase64url(saved.key), into, link._id)
    const { category, subCategory, created, favourite } = link
    const isHiding = hiding.has(parent)
    const desc = isHiding ? addTagWords({ desc: texts.desc, category }, link.tags) : texts.desc
    if (desc === null) {
      leftOut.tagsTooLong += 1
      return null
    }
    return {
      _id,
      parent,
      category,
      subCategory,
      tags: isHiding ? [] : link.tags,
      ...(await sealLinkTexts(key, _id, { ...texts, desc })),
      ...(created !== undefined && created >= 0 && { created }),
      ...(favourite === 1 && { favourite }),
      ...(note && { note: await sealText(key, { linkId: _id, field: 'note' }, note) }),
    }
  }

  const run = async ({ signal, onProgress }: RunOptions): Promise<number> => {
    const key = await keyRing.open(saved.kid)
    if (!key) throw new Error('The key of the target is not in this browser')
    const from = at
    let done = 0
    try {
      await createCollections(given, collections, created, made)
      for (const { id } of await readHiding([into, ...collections.values()])) hiding.add(id)
      while (at < links.length && !signal.aborted) {
        const batch = links.slice(at, at + limits.encryptedPerCall)
        const converted = (await Promise.all(batch.map(link => convert(link, key)))).filter(
          link => link !== null,
        )
        const parts = splitList(converted, link => JSON.stringify(link).length, {
          maxSize: charactersPerCall,
        })
        for (const part of parts) {
          const answer = await client.call(saveEncryptedLinks, { links: part })
          done += answer.saved
          leftOut.existing += answer.existing
          const added = new Set(answer.ids)
          const isOutside = ({ _id, parent }: NewLink) => added.has(_id) && !created.ids.has(parent ?? '')
          made.links.push(...part.filter(isOutside).map(({ _id }) => _id))
        }
        at += batch.length
        onProgress(at - from)
      }
    } finally {
      await refresh([...saveEncryptedLinks.touches, ...createCollection.touches])
    }
    return done
  }
  return { run, leftOut, made }
}

/** Collections that an import has created. */
interface Created {
  ids: Set<string>
  /** Those that have no key yet. */
  withoutKey: Set<string>
}

/** Returns those of the collections that keep tags inside the encryption. @throws Refusal */
const readHiding = async (ids: readonly string[]) =>
  (await readPlaces([...new Set(ids)])).filter(place => place.hide_tags === 1)

/** Returns whether an import creates collections: links of a single collection go into the target itself. */
export const createsCollections = ({ links }: LinkFile): boolean =>
  new Set(links.map(({ parent }) => parent)).size > 1

/**
 * Creates the collections of an import in the target, and gives them its key. One that is there already, with this
 * key and this name, is used. Where the target keeps tags inside the encryption, created ones do, too.
 * @throws Refusal
 */
async function createCollections(
  { collections: wanted, into, key, secret }: Omit<Import, 'links' | 'open'>,
  collections: Map<string, string>,
  { ids: created, withoutKey }: Created,
  made: ImportedItems,
): Promise<void> {
  if (wanted.length === 0) return
  const { entries } = indexTree(await readTree())
  for (const { _id, name, parent } of wanted) {
    if (collections.has(_id)) continue
    const inside = (parent !== null && collections.get(parent)) || into
    const present = entries.get(inside)?.children.find(child => child.folder_name === name)
    if (present && (await readPlace(present._id)).kid === key.kid) {
      collections.set(_id, present._id)
      continue
    }
    const { _id: id } = await client.call(createCollection, { name, parent: inside })
    collections.set(_id, id)
    withoutKey.add(id)
    if (!created.has(inside)) made.collections.push(id)
    created.add(id)
  }
  if (withoutKey.size === 0) return
  const hidesTags = (await readPlace(into)).hide_tags === 1
  await storeValues(await makeValues([...withoutKey], { record: key, secret }), { hidesTags })
  withoutKey.clear()
}
