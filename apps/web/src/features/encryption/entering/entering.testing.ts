import { Refusal } from '@nestmark/contract/client'
import { saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { undo } from '@nestmark/contract/jobs'
import { moveLinks, oneClickSave, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { scrapeLink } from '@nestmark/contract/links/scrape'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { errorTexts } from '@nestmark/texts/errors'
import { onTestFinished } from 'vitest'
import { provideEntering } from '../../../lib/encryption/entering.ts'
import { makeLink, type TestKey } from '@nestmark/client/encryption/testKeys.testing'
import { fakeLibrary, type FakeLibrary } from '../tasks/fakeLibrary.testing.ts'
import { chooseWayInto } from './openPlace.ts'
import { editEntering, retryEncrypted } from './encryptEntering.ts'
import { saveEntering } from './saveEntering.ts'

/**
 * Replaces the server by a library with the collections `papers`, which has a key, and `desk`. It refuses links in plain text
 * that would enter `papers`.
 */
export function fakeEntering(
  papers: TestKey,
  start: readonly Link[],
  { hidesTags = false } = {},
): FakeLibrary {
  const library = fakeLibrary(start, { papers: { key: papers, hidesTags }, desk: { key: null } })
  const { links } = library
  const refuseInto = (entering: readonly Link[], to: (link: Link) => string, plain: 0 | 1 = 0) => {
    const refused = entering.filter(link => link.enc === 0 && to(link) === 'papers')
    if (plain === 1 || refused.length === 0) return
    const entries = refused.map(link => ({ _id: link._id, to: to(link) }))
    const data = { folder_id: 'papers', links: entries.slice(0, limits.encryptedPerCall) }
    throw new Refusal({ ...toRefused(), data })
  }
  const find = (ids: readonly string[]) => ids.flatMap(id => links.get(id) ?? [])
  library.answer(moveLinks, ({ links: ids = [], move_to: to = '', plain }) => {
    const elsewhere = find(ids).filter(link => link.parent !== to)
    refuseInto(elsewhere, () => to, plain)
    for (const link of elsewhere) links.set(link._id, { ...link, parent: to })
    return { moved: ids.length, undo: 'an undo' }
  })
  library.answer(trashLinks, ({ linkIdArr: ids = [], isTrash = 1, plain }) => {
    if (isTrash === 0) refuseInto(find(ids), link => link.parent, plain)
    for (const link of find(ids)) links.set(link._id, { ...link, is_trash: isTrash })
    return { changed: ids.length, undo: 'an undo' }
  })
  library.answer(updateLink, ({ link_id, parent, version, plain, ...edit }) => {
    const link = links.get(link_id)!
    if (version !== undefined && version !== link.version)
      throw new Refusal({ status: 409, code: 'links.changedElsewhere', message: '', data: { link } })
    if (parent && parent !== link.parent) refuseInto([link], () => parent, plain)
    const edited = { ...link, ...edit, parent: parent ?? link.parent, version: link.version + 1 } as Link
    links.set(link_id, edited)
    return edited
  })
  // Undoes the move of all links from `papers` to `desk`.
  library.answer(undo, ({ plain }) => {
    const moved = [...links.values()].filter(link => link.parent === 'desk')
    refuseInto(moved, () => 'papers', plain)
    for (const link of moved) links.set(link._id, { ...link, parent: 'papers' })
    return { changed: moved.length, left: links.size - moved.length, placed: [] }
  })
  const save = (parent: string, name: string, plain: 0 | 1 | undefined) => {
    if (parent === 'papers' && plain !== 1)
      throw new Refusal({ ...toRefused(), data: { folder_id: 'papers', links: [] } })
    const link = makeLink(`new ${links.size}`, { name, parent })
    links.set(link._id, link)
    return link
  }
  library.answer(oneClickSave, ({ url, parent, plain }) => save(parent ?? 'desk', url, plain))
  library.answer(saveLink, ({ name, parent, plain }) => save(parent ?? 'desk', name, plain))
  library.answer(scrapeLink, () => ({ ...noPage, title: 'The title of the page' }))
  library.answer(saveEncryptedLink, ({ _id, parent, name, desc, link, tags = [] }) => {
    const saved = makeLink(_id, {
      name,
      desc,
      link,
      parent: parent ?? 'desk',
      enc: 1,
      tags: tags.map(tag => ({ _id: tag, name: tag })) as Link['tags'],
    })
    links.set(_id, saved)
    return saved
  })
  provideEntering({
    isEncrypted: id => id === 'papers',
    save: saveEntering,
    edit: editEntering,
    retry: retryEncrypted,
    chooseWay: chooseWayInto,
  })
  onTestFinished(() => provideEntering(undefined))
  return library
}

const noPage = { description: '', image: '', url: '', keywords: [], embed: '' }
const toRefused = () => ({
  status: 409,
  code: 'encryption.plainText' as const,
  message: errorTexts['encryption.plainText'],
})
