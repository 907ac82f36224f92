import { Refusal } from '@nestmark/contract/client'
import { getFolderKeys, listEncryptedLinks, updateEnc } from '@nestmark/contract/encryption/encryption'
import { listFolderKeys } from '@nestmark/contract/encryption/encryptedBatches'
import type { ErrorCode } from '@nestmark/contract/errors'
import { getNote } from '@nestmark/contract/links/linkNote'
import { getLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { errorTexts } from '@nestmark/texts/errors'
import { type FakeClient, fakeClient } from '../../../lib/api/fakeClient.testing.ts'
import type { TestKey } from '@nestmark/client/encryption/testKeys.testing'

/** The keys of a collection of a fake library. */
interface FakeFolder {
  /** null without encryption. */
  key: TestKey | null
  previous?: readonly TestKey[]
  hidesTags?: boolean
  /** Collections inside. */
  inside?: readonly string[]
}

export interface FakeLibrary extends FakeClient {
  /** The links as the server has them, by id, in the order of their creation. */
  links: Map<string, Link>
  /** Private notes by link. */
  notes: Map<string, string>
  /** The inputs of the calls that encrypt or decrypt. */
  changes(): Input<typeof updateEnc>[]
}

export const refuse = (status: number, code: ErrorCode) =>
  new Refusal({ status, code, message: errorTexts[code] })

/**
 * Replaces the server by a library in memory, with the operations that runs of encryption call.
 * @param pageSize how many links it lists at a time
 */
export function fakeLibrary(
  start: readonly Link[],
  folders: Record<string, FakeFolder>,
  { pageSize = 200 } = {},
): FakeLibrary {
  const client = fakeClient()
  const links = new Map(start.map(link => [link._id, link]))
  const notes = new Map<string, string>()
  const find = (id: string): Link => links.get(id) ?? throwRefusal(404, 'links.notFound')
  const below = (id: string): string[] => [id, ...(folders[id]?.inside ?? []).flatMap(below)]
  const keysOf = (id: string) => {
    const { key, previous = [], hidesTags = false } = folders[id] ?? throwRefusal(404, 'collections.notFound')
    const own = [...links.values()].filter(link => link.parent === id && link.enc === 1)
    const groups = Map.groupBy(own, link => envelopeKeyId(link.name) ?? '')
    return {
      enc_id: key?.value ?? null,
      former_keys: previous.map(({ kid, value }) => ({ key_id: kid, enc_id: value })),
      links: [...groups].map(([key_id, of]) => ({
        key_id,
        count: of.length,
        trashed: of.filter(link => link.is_trash === 1).length,
      })),
      hide_tags: hidesTags ? (1 as const) : (0 as const),
      tagged: own.filter(link => link.tags.length > 0).length,
    }
  }
  client.answer(getFolderKeys, ({ folder_id }) => keysOf(folder_id))
  client.answer(listFolderKeys, ({ folder_id }) => ({
    folders: below(folder_id).map(_id => ({ ...keysOf(_id), _id })),
    next: null,
  }))
  client.answer(getLink, ({ link_id }) => ({ link: find(link_id) }) as never)
  client.answer(getNote, ({ link_id }) => {
    const note = notes.get(link_id)
    return note === undefined ? null : { _id: `note of ${link_id}`, link_id, note }
  })
  client.answer(listEncryptedLinks, ({ folder_id, include_sub, enc, key_id, after, trash }) => {
    const ids = include_sub === 1 ? below(folder_id ?? '') : [folder_id]
    const all = [...links.values()]
    const first = after === undefined ? 0 : all.findIndex(link => `1.${link._id}` === after) + 1
    const found = all
      .slice(first)
      .filter(
        link =>
          ids.includes(link.parent) &&
          link.enc === enc &&
          (trash === 1 || link.is_trash === 0) &&
          (key_id === undefined || envelopeKeyId(link.name) === key_id),
      )
    const page = found.slice(0, pageSize)
    return { links: page, next: found.length > pageSize ? `1.${page.at(-1)?._id}` : null }
  })
  client.answer(updateEnc, ({ links: changed, from_key: from, move_to: to }) => {
    for (const change of changed) {
      const { version, name } = find(change._id)
      if (change.version !== version) throwRefusal(409, 'links.changedElsewhere')
      if (from !== undefined && envelopeKeyId(name) !== from) throwRefusal(409, 'encryption.otherKey')
      if (notes.has(change._id) && change.note === undefined) throwRefusal(409, 'encryption.noteMissing')
    }
    for (const { note, s3_key: _, ...change } of changed) {
      const before = find(change._id)
      const tags = 'tags_inside' in change && change.tags_inside === 1 ? [] : before.tags
      const parent = to ?? before.parent
      const items = change.enc === 1 ? { check_list: [] } : { enc_check_list: undefined }
      const version = before.version + 1
      links.set(change._id, { ...before, ...change, ...items, tags, parent, version } as Link)
      if (note !== undefined) notes.set(change._id, note)
    }
    return { changed: changed.length, links: [] }
  })
  const changes = () =>
    client.calls
      .filter(({ path }) => path === updateEnc.path)
      .map(({ input }) => input as Input<typeof updateEnc>)
  return { ...client, links, notes, changes }
}

function throwRefusal(status: number, code: ErrorCode): never {
  throw refuse(status, code)
}
