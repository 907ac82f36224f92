import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import * as contract from '@nestmark/contract/reading/highlights'
import { deleteLinks } from '@nestmark/contract/links/links'
import { openText, sealText } from '@nestmark/encryption/envelope'
import { describe, expect, test } from 'vitest'
import { toOutcome } from '../../test/support/people.ts'
import { textColumnsWhere } from '../../test/support/textColumns.ts'
import { sql } from 'kysely'
import { isPostgres } from '../../db/dialect.ts'
import {
  ada,
  app,
  encrypt,
  key,
  makeKey,
  newLinkId,
  save,
  sealLink,
  setUpFixture,
} from './fixture.testing.ts'

setUpFixture()

const url = 'https://turf.example/klombruhnaus'
const anchor = { quote: { exact: 'klombruhnaus', prefix: '', suffix: '' }, position: { start: 4, end: 16 } }
const highlight = (text: string, more: object = {}) =>
  ada.call(contract.saveHighlight, { url, text, title: 'Klombruhnaus walls', ...more })
const groups = () => ada.call(contract.allHighlights, {})
const seal = (linkId: string, text: string, with_ = key) =>
  sealText(with_, { linkId, field: 'highlight' }, JSON.stringify({ text, comm: '', anchor: null }))

/** Saves a link with two highlights of its page. */
async function highlighted() {
  const id = await save({ name: 'Walls', link: url }, undefined, { category: 3 })
  const one = await highlight('klombruhnaus one', { comm: 'klombruhnaus comment', anchor })
  const two = await highlight('klombruhnaus two', { style: 3 })
  const ids = [one.highlight._id, two.highlight._id]
  const sealed = await sealLink(key, id, { name: 'Walls', link: url })
  const highlights = await Promise.all(ids.map(async _id => ({ _id, sealed: await seal(_id, 'secret') })))
  return { id, ids, sealed, highlights }
}

describe('ENC-12 highlights of an encrypted link', () => {
  test('become encrypted with it, all of them, and leave nothing in clear', async () => {
    const { id, ids, sealed, highlights } = await highlighted()
    const listed = await ada.call(listEncryptedLinks, { enc: 0 })
    expect(listed.links.find(link => link._id === id)!.highlights!.map(each => each._id)).toEqual(ids)
    for (const some of [undefined, [], highlights.slice(1)])
      expect(await toOutcome(encrypt([{ ...sealed, highlights: some }]))).toBe('encryption.highlightsMissing')
    const other = await makeKey('another')
    const foreign = [{ _id: ids[0]!, sealed: await seal(ids[0]!, 'x', other) }, highlights[1]!]
    expect(await toOutcome(encrypt([{ ...sealed, highlights: foreign }]))).toBe('encryption.mixed')
    await encrypt([{ ...sealed, highlights }])
    const [group] = await groups()
    expect(group).toMatchObject({ enc: 1, link: '', count: 2, data: { title: '' }, saved: { _id: id } })
    expect(
      group!.data.highlights.map(({ text, comm, style, anchor: place }) => [text, comm, style, place]),
    ).toEqual([
      ['', '', 1, null],
      ['', '', 3, null],
    ])
    const opened = await openText(
      key,
      { linkId: ids[0]!, field: 'highlight' },
      group!.data.highlights[0]!.sealed!,
    )
    expect(JSON.parse(opened)).toMatchObject({ text: 'secret' })
    const found = await ada.call(contract.searchHighlights, { input: 'klombruhnaus' })
    expect(found).toEqual([])
    const { read } = app.services.db
    expect(await textColumnsWhere(read, column => sql`lower(${column}) like '%klombruhnaus%'`)).toEqual([])
    if (isPostgres(read))
      expect(
        (await sql`select 1 from highlights where terms is not null and sealed is not null`.execute(read))
          .rows,
      ).toEqual([])
  })

  test('go to the first of several links with their address', async () => {
    const { id, sealed, highlights } = await highlighted()
    const again = await save({ name: 'Walls again', link: url }, undefined, { category: 3 })
    const second = await sealLink(key, again, { name: 'Walls again', link: url })
    await encrypt([
      { ...sealed, highlights },
      { ...second, highlights },
    ])
    expect(await groups()).toMatchObject([{ enc: 1, count: 2, saved: { _id: id } }])
  })

  test('a client makes, changes and lists them as envelopes, and the server rejects them in clear', async () => {
    const { id, sealed, highlights } = await highlighted()
    await encrypt([{ ...sealed, highlights }])
    const highlight_id = newLinkId()
    const made = (more: object) => ada.call(contract.saveHighlight, { link_id: id, ...more })
    expect(await toOutcome(made({ text: 'clear', highlight_id }))).toBe('encryption.encrypted')
    expect(await toOutcome(made({ sealed: await seal(highlight_id, 'x') }))).toBe('encryption.encrypted')
    const other = await makeKey('another')
    expect(await toOutcome(made({ highlight_id, sealed: await seal(highlight_id, 'x', other) }))).toBe(
      'encryption.otherKey',
    )
    expect(await made({ highlight_id, sealed: await seal(highlight_id, 'x'), style: 2 })).toMatchObject({
      count: 3,
    })
    const group = (await ada.call(contract.pageHighlights, { link_id: id }))!
    expect(group).toMatchObject({ enc: 1, count: 3 })
    const change = (more: object) => ada.call(contract.saveHighlight, { highlight_id, ...more })
    expect(await toOutcome(change({ comm: 'clear' }))).toBe('encryption.encrypted')
    await change({ sealed: await seal(highlight_id, 'y'), style: 4 })
    const list = { highlight_id: group._id, highlights: JSON.stringify([{ text: 'clear' }]) }
    expect(await toOutcome(ada.call(contract.addUpdateHighlights, list))).toBe('encryption.encrypted')
    const plain = await save({ name: 'Other', link: 'https://other.example/' }, undefined, { category: 3 })
    expect(
      await toOutcome(
        made({ link_id: plain, highlight_id: newLinkId(), sealed: await seal(highlight_id, 'x') }),
      ),
    ).toBe('encryption.notEncrypted')
    expect((await ada.call(listEncryptedLinks, {})).links[0]!.highlights).toHaveLength(3)
  })

  test('return to the page of the address when the user decrypts it, beside those made there since', async () => {
    const { id, ids, sealed, highlights } = await highlighted()
    await encrypt([{ ...sealed, highlights }])
    await highlight('made since')
    const plain = { _id: id, enc: 0 as const, name: 'Walls', desc: '', link: url }
    expect(await toOutcome(encrypt([plain]))).toBe('encryption.highlightsMissing')
    const texts = ids.map((_id, n) => ({ _id, text: `decrypted ${n}`, anchor: n === 0 ? anchor : null }))
    await encrypt([{ ...plain, highlights: texts }])
    const [group, ...others] = await groups()
    expect(others).toEqual([])
    expect(group).toMatchObject({ enc: 0, link: url, count: 3 })
    const found = group!.data.highlights.map(each => each.text)
    expect([found[0], ...found.slice(1).toSorted()]).toEqual(['decrypted 0', 'decrypted 1', 'made since'])
    expect(await ada.call(contract.searchHighlights, { input: 'decrypted' })).toMatchObject([{ count: 3 }])
  })

  test('of an uploaded file belong to the address of its link, and follow its encryption and decryption', async () => {
    const id = await save({ name: 'Paper', link: '' }, undefined, { category: 4, desc: 'Words' })
    const address = `https://nest.example/l/${id}`
    const { highlight: one } = await ada.call(contract.saveHighlight, { url: address, text: 'klombruhnaus' })
    const sealed = await sealLink(key, id, { name: 'Paper', desc: 'Words' })
    expect(await toOutcome(encrypt([sealed]))).toBe('encryption.highlightsMissing')
    await encrypt([{ ...sealed, highlights: [{ _id: one._id, sealed: await seal(one._id, 'secret') }] }])
    expect(await groups()).toMatchObject([{ enc: 1, count: 1, saved: { _id: id } }])
    expect(await ada.call(contract.pageHighlights, { url: address })).toBeNull()
    const plain = { _id: id, enc: 0 as const, name: 'Paper', desc: 'Words', link: '' }
    await encrypt([{ ...plain, highlights: [{ _id: one._id, text: 'again in clear', anchor }] }])
    const found = await ada.call(contract.pageHighlights, { url: address })
    expect(found).toMatchObject({
      enc: 0,
      link: `${app.services.config.publicUrl}/l/${id}`,
      count: 1,
      data: { highlights: [{ text: 'again in clear' }] },
      saved: { _id: id, name: 'Paper' },
    })
  })

  test('end with the link: without it the server cannot tell which page they belong to', async () => {
    const { id, sealed, highlights } = await highlighted()
    await encrypt([{ ...sealed, highlights }])
    await ada.call(deleteLinks, { linkIdArr: [id] })
    expect(await groups()).toEqual([])
  })
})
