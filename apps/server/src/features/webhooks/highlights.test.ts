import * as contract from '@nestmark/contract/reading/highlights'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { expect, test } from 'vitest'
import { signIn } from '../../test/support/people.ts'
import { ada, app, folder, makeHook, receiver, setUpFixture } from './fixture.testing.ts'
import { pass } from './receiver.testing.ts'

setUpFixture()

const url = 'https://turf.example/'

test('sends a new highlight to webhooks of the person who made it, and to no other', async () => {
  const bo = await signIn(app, 'bo', 2)
  const shared = await folder('Shared')
  await ada.call(setPermissions, { folder_id: shared, read: 1, write: 1, write_members: [bo.id] })
  await makeHook({}, bo)
  await makeHook({ folder_id: shared })
  await makeHook({ events: ['link.created'] })
  const { webhook } = await makeHook()
  const { highlight } = await ada.call(contract.saveHighlight, {
    url,
    title: 'Turf',
    text: 'x'.repeat(600),
    comm: 'Yes',
    style: 2,
  })
  await ada.call(contract.saveHighlight, { highlight_id: highlight._id, comm: 'No' })
  await pass(app)
  expect(receiver.calls.map(each => each.call.webhook)).toEqual([webhook._id])
  expect(receiver.take()).toEqual([
    {
      type: 'highlight.created',
      at: app.clock.now - 1100,
      by: { _id: ada.id, name: 'ada' },
      count: 1,
      highlights: [
        {
          _id: highlight._id,
          title: 'Turf',
          link: url,
          text: 'x'.repeat(500),
          comm: 'No',
          style: 2,
          create_date: app.clock.now - 1100,
        },
      ],
    },
  ])
})

test('sends several highlights as one event, and no text of one that a user has deleted since', async () => {
  await makeHook()
  const highlights = JSON.stringify([{ text: 'one' }, { text: 'two' }])
  const group = (await ada.call(contract.addUpdateHighlights, { url, highlights }))!
  await ada.call(contract.deleteHighlight, { highlight_id: group.data.highlights[0]!._id })
  await pass(app)
  const [event, ...others] = receiver.take()
  expect(others).toEqual([])
  expect(event).toMatchObject({
    count: 2,
    highlights: [
      { text: '', link: '' },
      { text: 'two', link: url },
    ],
  })
})
