import type { EncryptedField } from '@nestmark/core/encryptedText'
import { openKey } from '@nestmark/encryption/keys/collectionKey'
import { sealText } from '@nestmark/encryption/envelope'
import { expect, test } from 'vitest'
import { openLinkTexts } from './linkTexts.ts'

const linkId = 'l1'

/** Opens what a member with the key has sealed. */
async function open({ link = '', thumbnail = '', items = '[]' }) {
  const key = await openKey(new Uint8Array(32).fill(7))
  const seal = (field: EncryptedField, text: string) => sealText(key, { linkId, field }, text)
  return openLinkTexts(key, linkId, {
    name: await seal('name', 'A title'),
    desc: await seal('desc', ''),
    link: await seal('link', link),
    thumbnail: await seal('thumbnail', thumbnail),
    enc_check_list: await seal('check_list', items),
  })
}

test('X01 E05 an encrypted address opens only as http and https', async () => {
  expect((await open({ link: 'https://example.org/a?b#c' }))?.link).toBe('https://example.org/a?b#c')
  for (const link of [
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'file:///etc',
    '//x',
  ])
    expect((await open({ link }))?.link, link).toBe('')
})

test('X01 E05 never loads an encrypted picture from another site', async () => {
  const picture = 'data:image/webp;base64,AAAA'
  expect((await open({ thumbnail: picture }))?.thumbnail).toBe(picture)
  for (const thumbnail of ['https://example.org/pixel.png', '//example.org/x', 'data:text/html,x'])
    expect((await open({ thumbnail }))?.thumbnail, thumbnail).toBe('')
})

test('X01 E05 leaves out malformed items of an encrypted checklist', async () => {
  const good = { text: 'one', done: true }
  expect(
    (await open({ items: JSON.stringify([good, null, 5, { text: 6 }, { text: 'two' }]) }))?.check_list,
  ).toEqual([good, { text: 'two', done: false }])
  for (const items of ['5', 'null', '{"length":1}'])
    expect((await open({ items }))?.check_list, items).toEqual([])
  expect(await open({ items: 'not JSON' })).toBe(null)
})
