import { saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { updateLink } from '@nestmark/contract/links/links'
import { describe, expect, test } from 'vitest'
import { toOutcome } from '../../../test/support/people.ts'
import {
  ada,
  folder,
  key,
  linksOf,
  newLinkId,
  openLink,
  read,
  sealLink,
  setUpFixture,
} from '../fixture.testing.ts'

setUpFixture()

/** Returns the form of a new link, encrypted again. */
async function toForm(id: string, name: string) {
  const { enc: _, ...sealed } = await sealLink(key, id, { name, link: 'https://example.org/' })
  return { ...sealed, category: 3, parent: folder }
}

describe('ENC-07 a repeated save of an encrypted link', () => {
  test('returns the link where nothing has changed', async () => {
    const form = await toForm(newLinkId(), 'First')
    const saved = await ada.call(saveEncryptedLink, form)
    expect(await ada.call(saveEncryptedLink, form)).toEqual(saved)
    expect(await linksOf(ada, folder)).toHaveLength(1)
  })

  test('rejects other texts, and keeps the texts of the first', async () => {
    const id = newLinkId()
    await ada.call(saveEncryptedLink, await toForm(id, 'First'))
    const refused = await ada
      .call(saveEncryptedLink, await toForm(id, 'Second'))
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 409, code: 'encryption.savedBefore' })
    expect(await openLink(key, await read(id))).toMatchObject({ name: 'First' })
    expect(await linksOf(ada, folder)).toHaveLength(1)
  })

  test('rejects it after another edit of the link', async () => {
    const id = newLinkId()
    const form = await toForm(id, 'First')
    await ada.call(saveEncryptedLink, form)
    const { name } = await sealLink(key, id, { name: 'Edited elsewhere' })
    await ada.call(updateLink, { link_id: id, name })
    expect(await toOutcome(ada.call(saveEncryptedLink, form))).toBe('encryption.savedBefore')
    expect(await openLink(key, await read(id))).toMatchObject({ name: 'Edited elsewhere' })
  })
})
