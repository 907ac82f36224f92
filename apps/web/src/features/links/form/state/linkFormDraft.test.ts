import { beforeEach, expect, test } from 'vitest'
import { fakePage } from '../../../../lib/fakePage.testing.ts'
import { queueMutation } from '../../../../lib/outbox/queue.ts'
import { stored } from '../../../../lib/browser/storage.ts'
import { deleteDraft, readDraft, readNewestDraft, storeDraft } from './linkFormDraft.ts'
import { emptyValues, type LinkValues } from './linkFormValues.ts'
import { readQueuedForm } from '../save/queuedForm.ts'

beforeEach(() => fakePage())

const named = (name: string): LinkValues => ({ ...emptyValues, category: 3, name })

test('SAVE-09 a draft stays on this device until the user deletes it, one for each link and each new form', () => {
  expect(readDraft('new')).toBeNull()
  storeDraft('new', named('Only begun'))
  storeDraft('l1', named('An edit'))
  storeDraft('new', named('Only begun, and more'))
  expect(readDraft('new')).toEqual({ key: 'new', values: named('Only begun, and more') })
  expect(readDraft('l1')?.values.name).toBe('An edit')
  deleteDraft('l1')
  deleteDraft('unknown')
  expect(readDraft('l1')).toBeNull()
  deleteDraft('new')
  expect(stored.get('drafts')).toBeNull()
})

test('SAVE-09 the form for a new link offers the newest draft of a new link, also one with an address', () => {
  storeDraft('new https://example.org/a', named('of an address'))
  expect(readNewestDraft()?.values.name).toBe('of an address')
  storeDraft('new', named('without one'))
  storeDraft('l1', named('an edit'))
  storeDraft('newish-id', named('an edit of a link with such an id'))
  expect(readNewestDraft()).toMatchObject({ key: 'new', values: { name: 'without one' } })
})

test('SAVE-09 the device keeps ten drafts, and the oldest one ends first', () => {
  for (let number = 0; number < 10; number++) storeDraft(`l${number}`, named(`${number}`))
  // A changed draft is the newest one.
  storeDraft('l0', named('0 again'))
  storeDraft('l10', named('10'))
  expect(readDraft('l1')).toBeNull()
  expect([readDraft('l0')?.values.name, readDraft('l2')?.values.name]).toEqual(['0 again', '2'])
})

test('SAVE-09 a draft of an older version gets the fields that it lacks; an unreadable one counts as none', () => {
  stored.write('drafts', { new: { name: 'Old' } })
  expect(readDraft('new')?.values).toEqual({ ...emptyValues, name: 'Old' })
  stored.set('drafts', '{"half of')
  expect([readDraft('new'), readNewestDraft()]).toEqual([null, null])
})

test('F17 a form that waits for a connection opens again with its values; other entries have no form', () => {
  const form = { values: named('Saved for later'), before: emptyValues }
  queueMutation({ id: 'one', op: 'save-link', input: {}, title: 'Saved for later', form })
  queueMutation({ id: 'two', op: 'add-to-favourites', input: {}, title: 'Another' })
  expect(readQueuedForm('one')).toEqual({ ...form, theirs: undefined })
  expect([readQueuedForm('two'), readQueuedForm('three'), readQueuedForm(undefined)]).toEqual([
    null,
    null,
    null,
  ])
})
