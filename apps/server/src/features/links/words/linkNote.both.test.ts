import { deleteNote, getNote, saveNote } from '@nestmark/contract/links/linkNote'
import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import { deleteTrashedLinks } from '@nestmark/contract/trash'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
let xaver: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
  xaver = await signIn(app, 'xaver')
})
afterAll(() => app.stop())

const newLink = async () =>
  (await ada.call(saveLink, { link: 'example.org/turf', name: 'Turf', category: 3 }))._id

describe('LINK-06 the note on a link', () => {
  test('LINK-06 stores, reads, changes by its id and deletes a note; a link has at most one', async () => {
    const link_id = await newLink()
    expect(await ada.call(getNote, { link_id })).toBeNull()
    const note = await ada.call(saveNote, { link_id, note: 'Ask Tomasz — דבר איתו' })
    expect(note).toMatchObject({ link_id, note: 'Ask Tomasz — דבר איתו' })
    expect(await ada.call(getNote, { link_id })).toEqual(note)
    expect(await ada.call(saveNote, { link_id, note_id: note._id, note: 'Asked' })).toEqual({
      ...note,
      note: 'Asked',
    })
    // A save without the id updates the same note.
    expect((await ada.call(saveNote, { link_id, note: 'Asked twice' }))._id).toBe(note._id)
    await ada.call(deleteNote, { link_id })
    expect(await ada.call(getNote, { link_id })).toBeNull()
    await expect(ada.call(saveNote, { link_id, note_id: note._id, note: 'Back' })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('LINK-06 requires it, with at most 200 characters', async () => {
    const link_id = await newLink()
    for (const note of ['', '   '])
      await expect(ada.call(saveNote, { link_id, note })).rejects.toMatchObject({
        status: 400,
        message: 'Note is required',
      })
    await expect(ada.call(saveNote, { link_id, note: 'x'.repeat(201) })).rejects.toMatchObject({
      status: 400,
      code: 'links.noteTooLong',
    })
    expect((await ada.call(saveNote, { link_id, note: 'x'.repeat(200) })).note).toHaveLength(200)
  })

  test('LINK-06 Z01 Z02 a user without access can neither read nor write the note, and the deletion of its link deletes it', async () => {
    const link_id = await newLink()
    await ada.call(saveNote, { link_id, note: 'Mine' })
    for (const attempt of [
      () => xaver.call(getNote, { link_id }),
      () => xaver.call(saveNote, { link_id, note: 'Theirs' }),
      () => xaver.call(deleteNote, { link_id }),
      () => app.as(null)(getNote, { link_id }),
    ])
      await expect(attempt()).rejects.toThrow(/invalid linkid|Private Link!|No Token Found!/)
    expect((await ada.call(getNote, { link_id }))?.note).toBe('Mine')
    const notes = () =>
      app.services.db.read.selectFrom('link_notes').select('id').where('link_id', '=', link_id).execute()
    expect(await notes()).toHaveLength(1)
    await ada.call(trashLinks, { linkIdArr: [link_id] })
    await ada.call(deleteTrashedLinks, { linkIdArr: [link_id] })
    expect(await notes()).toEqual([])
  })

  test('LINK-06 two concurrent saves leave one note', async () => {
    const link_id = await newLink()
    const both = await Promise.all(['one', 'two'].map(note => ada.call(saveNote, { link_id, note })))
    expect(new Set(both.map(note => note._id)).size).toBe(1)
    expect(['one', 'two']).toContain((await ada.call(getNote, { link_id }))?.note)
  })
})
