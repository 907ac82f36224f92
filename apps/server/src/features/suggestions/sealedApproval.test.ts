import { listCollectionLinks } from '@nestmark/contract/links/links'
import { notifications } from '@nestmark/contract/notifications'
import {
  addSuggestion,
  approveSuggestions,
  listReceivedSuggestions,
  listSentSuggestions,
} from '@nestmark/contract/sharing/suggestions'
import { expect, test } from 'vitest'
import { toOutcome } from '../../test/support/people.ts'
import {
  ada,
  create,
  folder,
  giveKey,
  key,
  newLinkId,
  openLink,
  sealLink,
  setUpFixture,
  signInSuggester,
} from '../encryption/fixture.testing.ts'

setUpFixture()

const address = 'https://slowtimber.example/'

test('ENC-07 SUG-03 an approval with encrypted texts stores no plain text, and removes the suggestion', async () => {
  const rosa = await signInSuggester()
  const form = { name: 'Slowtimber', link: address, category: 3 as const, tags: ['wood'] }
  const { sugg_id } = await rosa.call(addSuggestion, { ...form, parent: folder, plain: 1 })
  const _id = newLinkId()
  const seal = async (by = key) => {
    const { name, desc, link } = await sealLink(by, _id, { name: 'Slowtimber', link: address })
    return { sugg_id, _id, name, desc, link }
  }
  const approve = async (by = key) =>
    ada.call(approveSuggestions, { sugg_arr: [sugg_id], sealed: [await seal(by)] })

  expect(await toOutcome(ada.call(approveSuggestions, { sugg_arr: [sugg_id] }))).toBe('encryption.plainText')
  const otherKey = await giveKey(ada, await create('Other'))
  expect(await toOutcome(approve(otherKey))).toBe('encryption.otherKey')
  expect(await ada.call(listReceivedSuggestions, {})).toHaveLength(1)

  expect(await approve()).toEqual({ approved: 1, links: [_id] })
  const { links } = await ada.call(listCollectionLinks, { folder_id: folder })
  const made = links.find(link => link._id === _id)!
  expect(made).toMatchObject({ enc: 1, tags: [{ name: 'wood' }], category: 3 })
  expect(await openLink(key, made)).toMatchObject({ name: 'Slowtimber', link: address })
  // No copy of the suggestion is left, for either of them.
  const left = await Promise.all([
    rosa.call(listSentSuggestions, {}),
    rosa.call(notifications, {}),
    ada.call(notifications, {}),
  ])
  expect(JSON.stringify(left)).not.toMatch(/slowtimber/i)
  expect(await toOutcome(approve())).toBe('suggestions.notFound')
})

test('ENC-07 rejects encrypted texts where the collection has no key', async () => {
  const open = await create('Open')
  const rosa = await signInSuggester(open)
  const { sugg_id } = await rosa.call(addSuggestion, {
    name: 'One',
    link: address,
    category: 3,
    parent: open,
  })
  const _id = newLinkId()
  const { name, desc, link } = await sealLink(key, _id, { name: 'One' })
  const sealed = [{ sugg_id, _id, name, desc, link }]
  expect(await toOutcome(ada.call(approveSuggestions, { sugg_arr: [sugg_id], sealed }))).toBe(
    'encryption.noKey',
  )
})
