import { createCollection } from '@nestmark/contract/collections'
import { saveEncryptedLinks } from '@nestmark/contract/encryptedPortions'
import type { Input } from '@nestmark/contract/operation'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import { fromBase64url } from '@nestmark/encryption/bytes'
import type { CollectionKey } from '@nestmark/encryption/collectionKey'
import { type ExportedLink, importedLinkId, type LinkFile } from '@nestmark/encryption/linkFile'
import { client } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { keyRing, type SavedKey } from '../../../lib/encryption/keyRing.ts'
import { openLinkTexts, openNote, sealField, sealLinkTexts } from '../../../lib/encryption/linkTexts.ts'
import { addTagWords } from '../../../lib/encryption/tagWords.ts'
import { splitList } from '../../../lib/splitList.ts'
import type { RunOptions } from '../../../lib/encryption/runner.ts'
import { makeValues, storeValues } from '../newKey.ts'
import { indexTree } from '../../collections/tree.ts'
import { readPlace, readPlaces } from '../places.ts'
import { readTree } from '../subtree.ts'
import type { FileKeys } from './fileKeys.ts'

type NewLink = Input<typeof saveEncryptedLinks>['links'][number]

/** The most characters of texts that one call sends: pictures may be large. */
const charactersPerCall = 400_000

export interface EncryptedImport {
  file: LinkFile
  /** The open keys of the file. */
  keys: FileKeys
  /** The key and the collection into which the links are imported. */
  target: SavedKey
  /** The secret of the target's key, for collections that are created. */
  secret: string
}

/**
 * Creates an import. Each link is opened, encrypted again with the key of the target, and saved.
 * @returns a function that continues the import where it was stopped, and what was left out so far
 */
export function createEncryptedImport({ file, keys, target, secret }: EncryptedImport) {
  const leftOut = { locked: 0, damaged: 0, tagsTooLong: 0 }
  /** The collections here, by those of the file. */
  const collections = new Map<string, string>()
  /** Collections here that keep tags inside the encryption. */
  const hiding = new Set<string>()
  /** Created collections that have no key yet. */
  const withoutKey = new Set<string>()
  let at = 0

  /** Opens a link of the file and encrypts it for the target; null when it cannot be opened. */
  const convert = async (link: ExportedLink, key: CollectionKey): Promise<NewLink | null> => {
    const own = keys.get(envelopeKeyId(link.name) ?? '')
    const texts = own && (await openLinkTexts(own, link._id, link))
    if (!own || !texts) {
      if (own) leftOut.damaged += 1
      else leftOut.locked += 1
      return null
    }
    const parent = collections.get(link.parent ?? '') ?? target.parent
    const _id = await importedLinkId(fromBase64url(target.key), target.parent, link._id)
    const note = link.note ? await openNote(own, link._id, link.note) : null
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
      ...(note && { note: await sealField(key, _id, 'note', note) }),
    }
  }

  const run = async ({ signal, onProgress }: RunOptions): Promise<number> => {
    const key = await keyRing.open(target.kid)
    if (!key) throw new Error('The key of the target is not in this browser')
    let done = 0
    try {
      await createCollections({ file, target, secret, collections, withoutKey })
      for (const { id } of await readHiding([target.parent, ...collections.values()])) hiding.add(id)
      while (at < file.links.length && !signal.aborted) {
        const portion = file.links.slice(at, at + limits.encryptedPerCall)
        const converted = await Promise.all(portion.map(link => convert(link, key)))
        const links = converted.filter(link => link !== null)
        const parts = splitList(links, link => JSON.stringify(link).length, { maxSize: charactersPerCall })
        for (const part of parts) await client.call(saveEncryptedLinks, { links: part })
        at += portion.length
        done += links.length
        onProgress(done)
      }
    } finally {
      await refresh([...saveEncryptedLinks.touches, ...createCollection.touches])
    }
    return done
  }
  return { run, leftOut }
}

/** Returns those of the collections that keep tags inside the encryption. @throws Refusal */
const readHiding = async (ids: readonly string[]) =>
  (await readPlaces([...new Set(ids)])).filter(place => place.hide_tags === 1)

/** Returns whether an import creates collections: links of a single collection go into the target itself. */
export const createsCollections = ({ links }: LinkFile): boolean =>
  new Set(links.map(({ parent }) => parent)).size > 1

/**
 * Creates the collections of an export in the target, and gives them its key. One that is there already, with this
 * key and this name, is used.
 * @param secret the secret of the target's key, which was checked before
 * @throws Refusal
 */
async function createCollections({
  file,
  target,
  secret,
  collections,
  withoutKey,
}: Pick<EncryptedImport, 'file' | 'target' | 'secret'> & {
  collections: Map<string, string>
  withoutKey: Set<string>
}): Promise<void> {
  if (!createsCollections(file)) return
  const { entries } = indexTree(await readTree())
  for (const { _id, name, parent } of file.collections) {
    if (collections.has(_id)) continue
    const inside = (parent !== null && collections.get(parent)) || target.parent
    const present = entries.get(inside)?.children.find(child => child.folder_name === name)
    if (present && (await readPlace(present._id)).kid === target.kid) {
      collections.set(_id, present._id)
      continue
    }
    const { _id: id } = await client.call(createCollection, { name, parent: inside })
    collections.set(_id, id)
    withoutKey.add(id)
  }
  if (withoutKey.size === 0) return
  await storeValues(await makeValues([...withoutKey], { record: target, secret }))
  withoutKey.clear()
}
