import {
  createCollection,
  deleteCollection,
  favouriteCollection,
  getTree,
  placeCollection,
} from '@nestmark/contract/collections'
import { updateLinkCopies } from '@nestmark/contract/reading/copies'
import { addFeed } from '@nestmark/contract/feeds'
import { saveHighlight } from '@nestmark/contract/reading/highlights'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { reorderLinks } from '@nestmark/contract/links/linkOrder'
import { favouriteLink, saveLink, updateLink } from '@nestmark/contract/links/links'
import { saveReadingPlace } from '@nestmark/contract/reading/readingPlace'
import { saveRule, updateRule } from '@nestmark/contract/rules'
import { saveSearch } from '@nestmark/contract/search/savedSearches'
import { addTags } from '@nestmark/contract/tags'
import { escapeText } from '@nestmark/core/copy/escape'
import { expect } from 'vitest'
import type { TestApp } from '../../test/support/app.ts'
import { toAudio, toGif, uploadFile } from '../../test/support/files.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import type { RandomLibrary } from './randomLibrary.testing.ts'

/** Returns a person with an empty library. */
export async function begin(app: TestApp, who: string): Promise<Person> {
  const person = await signIn(app, who, 2)
  for (const { _id } of (await person.call(getTree, {})).children)
    await person.call(deleteCollection, { folder_id: _id })
  return person
}

/** Builds a library by calls. Every item has another time. */
export async function build(
  app: TestApp,
  who: Person,
  { collections, links, tags, feeds, searches, rules }: RandomLibrary,
): Promise<void> {
  const ids: string[] = []
  const firstIn = new Map<string, string>()
  const at = (place: number | null) =>
    place === null || ids.length === 0 ? who.rootId : ids[place % ids.length]!
  for (const { name, desc, parent, isFirst, isFavourite } of collections) {
    app.clock.now += 1000
    const inside = at(parent)
    const { _id: folder_id } = await who.call(createCollection, { name, desc, parent: inside })
    const before = firstIn.get(inside)
    if (isFirst && before !== undefined) await who.call(placeCollection, { folder_id, before })
    if (isFirst || before === undefined) firstIn.set(inside, folder_id)
    app.clock.now += 1000
    if (isFavourite) await who.call(favouriteCollection, { folder_id, is_fav: 1 })
    ids.push(folder_id)
  }
  const firstLinks = new Map<string, string>()
  for (const [n, each] of links.entries()) {
    app.clock.now += 1000
    const address =
      each.kind === 'page' && each.hasPlayer
        ? `https://www.npr.org/2023/01/02/1146456789/story-${n}`
        : `https://site${n}.example${each.path}?n=${n}&amp;m=1`
    const parent = at(each.place)
    const { kind, name, desc, tags: tagged } = each
    const form = {
      page: { category: 3, link: address },
      picture: { category: 1, link: `${address}.png` },
      note: { category: 4 },
      quote: { category: 4, subCategory: 2, link: address },
      list: { category: 4, subCategory: 4, check_list: each.items },
      sound: null,
      photo: null,
    }[kind]
    const saved = form
      ? await who.call(saveLink, { ...form, name, desc, tags: tagged, parent })
      : await saveUpload(app, who, { ...each, parent })
    const link_id = saved._id
    const before = firstLinks.get(parent)
    if (each.isFirst && before !== undefined) await who.call(reorderLinks, { links: [link_id], before })
    if (each.isFirst || before === undefined) firstLinks.set(parent, link_id)
    if (form && each.hasTwin && each.copies.length === 0)
      await who.call(saveLink, { ...form, name, desc, tags: tagged, parent })
    if (kind === 'page')
      for (const text of each.copies) {
        app.clock.now += 1000
        await archivePage(app, who, saved.link, text)
      }
    if (each.keep !== null) await who.call(updateLinkCopies, { link_id, keep: each.keep })
    if (kind === 'page' && each.copies.length > 0)
      await who.call(saveReadingPlace, { link_id, version: 1, offset: each.bytes })
    if (each.note !== null) await who.call(saveNote, { link_id, note: each.note })
    app.clock.now += 1000
    if (each.isFavourite) await who.call(favouriteLink, { link_id, is_fav: 1 })
    app.clock.now += 1000
    if (each.isDescHidden) await who.call(updateLink, { link_id, desc_toggle: 0 })
    for (const highlight of saved.link === '' ? [] : each.highlights) {
      app.clock.now += 1000
      await saveMark(app, who, { url: saved.link, title: name, ...highlight })
    }
    // No page is read here.
    if (kind === 'page' && each.hasPlayer)
      await app.services.db.write(tx =>
        tx.updateTable('links').set({ player }).where('address', '=', address).execute(),
      )
    // Only a link with a picture can be chosen as the cover, and no picture is fetched here.
    if (parent !== who.rootId && collections[ids.indexOf(parent)]?.hasCover)
      await app.services.db.write(tx =>
        tx.updateTable('collections').set({ cover_link_id: link_id }).where('id', '=', parent).execute(),
      )
  }
  if (tags.length > 0) await who.call(addTags, { tags })
  await buildExtras(app, who, { feeds, searches, rules }, at)
}

/** Adds saved searches, feeds and rules. @param at returns the collection of a place */
async function buildExtras(
  app: TestApp,
  who: Person,
  { feeds, searches, rules }: Pick<RandomLibrary, 'feeds' | 'searches' | 'rules'>,
  at: (place: number | null) => string,
): Promise<void> {
  for (const each of searches) {
    app.clock.now += 1000
    await who.call(saveSearch, each as never)
  }
  const made: string[] = []
  for (const [n, { place, tag }] of feeds.entries()) {
    app.clock.now += 1000
    const address = `https://feeds${n}.example/`
    made.push((await who.call(addFeed, { folder_id: at(place), address, tag }))._id)
  }
  // Last: they change links that are saved.
  for (const [n, { host, title, tag, removed, isFavourite, isActive, ...each }] of rules.entries()) {
    app.clock.now += 1000
    const collection = each.into === null ? undefined : at(each.into === 0 ? null : each.into)
    const favourite = isFavourite ? (1 as const) : undefined
    const feed = each.feed === null ? undefined : made[each.feed % made.length]
    const { _id: rule_id } = await who.call(saveRule, {
      conditions: { host, title, tag, feed },
      actions: { tags: [...each.tags, `rule ${n}`], collection, favourite, remove_text: removed },
    })
    if (!isActive) await who.call(updateRule, { rule_id, active: 0 })
  }
}

const player = 'https://www.npr.org/player/embed/1146456789/1146456790'

/** Saves a highlight, and changes it. */
async function saveMark(
  app: TestApp,
  who: Person,
  {
    at,
    isChanged,
    ...mark
  }: RandomLibrary['links'][number]['highlights'][number] & { url: string; title: string },
): Promise<void> {
  const { text } = mark
  const anchor = at && {
    quote: { exact: text, prefix: at.prefix, suffix: '' },
    position: { start: at.start % 1e9, end: (at.start % 1e9) + 1 },
    ...(at.page !== null && { pdf: { page: at.page + 1 } }),
  }
  const { highlight } = await who.call(saveHighlight, { ...mark, anchor } as never)
  app.clock.now += 1000
  if (isChanged) await who.call(saveHighlight, { highlight_id: highlight._id, comm: 'Changed' } as never)
}

/** Saves a link that consists of an uploaded file. */
async function saveUpload(
  app: TestApp,
  who: Person,
  {
    kind,
    name,
    desc,
    tags,
    bytes,
    hasThumbnail,
    parent,
  }: RandomLibrary['links'][number] & { parent: string },
) {
  const sound = { name: `${name}.mp3`, type: 'audio/mpeg' }
  const photo = { name: `${name}.gif`, type: 'image/gif' }
  const [content, file, category] =
    kind === 'sound' ? [toAudio(bytes), sound, 5] : [toGif(`a picture of ${bytes} pixels`), photo, 1]
  const key = await uploadFile(app, who, content, { ...file, parent })
  const thumb = hasThumbnail
    ? await uploadFile(app, who, toGif(`the cover of ${name}`), { ...photo, purpose: 'thumb', parent })
    : undefined
  return who.call(saveLink, { name, desc, tags, category, parent, s3_key: [{ file: key, thumb }] } as never)
}

/** Keeps a version of a page, as a program sends it. */
async function archivePage(app: TestApp, who: Person, address: string, text: string): Promise<void> {
  const words = `${text} The avocet sweeps its bill through the mud. `.repeat(20)
  const page = `<!doctype html><title>A page</title><article><p>${escapeText(words)}</p></article>`
  const body = new FormData()
  body.append('file', new Blob([page], { type: 'text/html' }), 'page.html')
  body.append('url', address)
  const headers = { authorization: `Bearer ${who.token}` }
  const answer = await fetch(`${app.origin}/api/keep-page-file`, { method: 'POST', headers, body })
  expect(await answer.json()).toMatchObject({ status: 200, data: { created: 0 } })
}
