import { listActivity, undoActivity } from '@nestmark/contract/activity'
import { addKey } from '@nestmark/contract/apiKeys'
import { archivePageFile } from '@nestmark/contract/reading/copies'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { importBookmarks } from '@nestmark/contract/transfer/importExport'
import { undo } from '@nestmark/contract/jobs'
import {
  moveLinks,
  oneClickSave,
  saveLink,
  saveLinks,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import type { Operation } from '@nestmark/contract/operation'
import { addSuggestion, approveSuggestions } from '@nestmark/contract/sharing/suggestions'
import { freshKey } from '../../test/permissionMatrix/factory.testing.ts'
import type { Caller } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import type { Person } from '../../test/support/people.ts'
import { bookmarkText } from '../importExport/files/files.testing.ts'
import {
  ada,
  app,
  create,
  encrypt,
  folder,
  giveKey,
  save,
  sealLink,
  signInSuggester,
} from './fixture.testing.ts'

/** 1 or nothing: whether the call asks to place links in plain text. */
type Plain = { plain?: 1 }

/** A call that puts a link in plain text into the collection with a key. `prepare` returns the call itself. */
export interface PlainTextCall {
  op: Operation
  case?: string
  prepare: (program: Program) => Promise<(plain: Plain) => Promise<unknown>>
}

/** A program with an API key of Ada. */
export interface Program {
  call: Caller
  /** Sends a form with a file. @throws the answer, when it is refused */
  send(op: Operation, fields: Record<string, string>, file: string): Promise<unknown>
}

/** Creates an API key that may write. */
export async function createProgram(): Promise<Program> {
  const token = freshKey()
  await ada.call(addKey, { key: token, name: 'Program', scope: 'write' })
  return {
    call: app.as(token),
    async send(op, fields, file) {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      body.append('file', new Blob([file], { type: 'text/html' }), 'page.html')
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${app.origin}/api/${op.path}`, { method: 'POST', headers, body })
      const { code, data } = (await answer.json()) as { code?: string; data: { job?: string } }
      if (code !== undefined) throw Object.assign(new Error(code), { code })
      if (data.job !== undefined) await waitForEnd(ada, data.job)
      return data
    },
  }
}

const address = 'https://slowtimber.example/'
const form = { name: 'One', desc: 'Words', category: 4 as const }
const outside = (count = 1) =>
  Promise.all(Array.from({ length: count }, () => save({ name: 'One' }, ada.rootId)))
/** Waits for the job of an answer. */
const ended = async (answer: Promise<{ job?: string | undefined }>) => {
  const { job } = await answer
  if (job !== undefined) await waitForEnd(ada, job)
}
const toField = ({ plain }: Plain): Record<string, string> => (plain ? { plain: '1' } : {})

/** Suggests a link for the collection. */
async function suggest(): Promise<[Person, (plain: Plain) => Promise<{ sugg_id: string }>]> {
  const rosa = await signInSuggester()
  return [rosa, plain => rosa.call(addSuggestion, { ...form, parent: folder, ...plain })]
}

/** Moves links out of the collection, or to the trash, and returns the key of the undo. */
async function leave(how: 'move' | 'trash', count: number): Promise<string> {
  const ids = await Promise.all(Array.from({ length: count }, () => save({ name: 'One' })))
  const done =
    how === 'move'
      ? await ada.call(moveLinks, { links: ids, move_to: ada.rootId })
      : await ada.call(trashLinks, { linkIdArr: ids })
  if (done.job !== undefined) await waitForEnd(ada, done.job)
  return done.undo ?? done.job ?? ''
}

async function trashInside(count: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => save({ name: 'One' })))
  await ended(ada.call(trashLinks, { linkIdArr: ids }))
  return ids
}

/** More links than one call changes: a job does it. */
const many = 7

/** Every call that puts links in plain text into a collection. */
export const plainTextCalls: readonly PlainTextCall[] = [
  {
    op: saveLink,
    prepare:
      async ({ call }) =>
      plain =>
        call(saveLink, { ...form, parent: folder, ...plain }),
  },
  {
    op: saveLinks,
    prepare:
      async ({ call }) =>
      plain =>
        call(saveLinks, { links: [form], parent: folder, ...plain }),
  },
  {
    op: oneClickSave,
    prepare:
      async ({ call }) =>
      plain =>
        call(oneClickSave, { url: address, parent: folder, ...plain }),
  },
  {
    op: archivePageFile,
    prepare:
      async ({ send }) =>
      plain =>
        send(
          archivePageFile,
          { url: address, parent: folder, ...toField(plain) },
          `<!doctype html><title>One</title><p>${'Words. '.repeat(99)}`,
        ),
  },
  {
    op: importBookmarks,
    prepare:
      async ({ send }) =>
      plain =>
        send(
          importBookmarks,
          { type: 'html', parent: folder, ...toField(plain) },
          bookmarkText(`<DT><A HREF="${address}">One</A>\n`),
        ),
  },
  {
    op: updateLink,
    prepare: async ({ call }) => {
      const [link_id = ''] = await outside()
      return plain => call(updateLink, { link_id, parent: folder, ...plain })
    },
  },
  ...([1, many] as const).map((count): PlainTextCall => ({
    op: moveLinks,
    case: `${count} by id`,
    prepare: async ({ call }) => {
      const links = await outside(count)
      return plain => ended(call(moveLinks, { links, move_to: folder, ...plain }))
    },
  })),
  {
    op: moveLinks,
    case: 'all of a collection',
    prepare: async ({ call }) => {
      await outside()
      const every = { folder_id: ada.rootId }
      return plain => ended(call(moveLinks, { every, move_to: folder, ...plain }))
    },
  },
  ...([1, many] as const).map((count): PlainTextCall => ({
    op: trashLinks,
    case: `restoring ${count}`,
    prepare: async ({ call }) => {
      const linkIdArr = await trashInside(count)
      return plain => ended(call(trashLinks, { linkIdArr, isTrash: 0, ...plain }))
    },
  })),
  {
    op: trashLinks,
    case: 'restoring all of the trash',
    prepare: async ({ call }) => {
      await trashInside(1)
      return plain => ended(call(trashLinks, { every: { trash: 1 }, isTrash: 0, ...plain }))
    },
  },
  ...(['move', 'trash'] as const).flatMap(how =>
    ([1, many] as const).map((count): PlainTextCall => ({
      op: undo,
      case: `${how} of ${count}`,
      prepare: async ({ call }) => {
        const entry = await leave(how, count)
        return plain => ended(call(undo, { undo: entry, ...plain }))
      },
    })),
  ),
  {
    op: undoActivity,
    prepare: async ({ call }) => {
      await suggest()
      await leave('move', 1)
      const entries = await ada.call(listActivity, { folder_id: folder })
      const activity_id = entries.find(each => each.kind === 'move_links_away')?._id ?? ''
      return plain => ended(call(undoActivity, { activity_id, ...plain }))
    },
  },
  {
    op: addSuggestion,
    prepare: async ({ call }) => {
      const [rosa] = await suggest()
      const token = freshKey()
      await rosa.call(addKey, { key: token, name: 'Program', scope: 'write' })
      const program = app.as(token)
      return async plain => {
        const { sugg_id } = await program(addSuggestion, { ...form, parent: folder, ...plain })
        await call(approveSuggestions, { sugg_arr: [sugg_id], plain: 1 })
      }
    },
  },
  {
    op: approveSuggestions,
    prepare: async ({ call }) => {
      const [, send] = await suggest()
      const { sugg_id } = await send({ plain: 1 })
      return plain => call(approveSuggestions, { sugg_arr: [sugg_id], ...plain })
    },
  },
  {
    op: updateEnc,
    case: 'decrypting in another collection',
    prepare: async ({ call }) => {
      const other = await create('Other')
      const otherKey = await giveKey(ada, other)
      const id = await save({ name: 'One' }, other)
      await encrypt([await sealLink(otherKey, id, { name: 'One' })])
      const links = [{ _id: id, enc: 0 as const, name: 'One', desc: 'Words', link: '' }]
      return plain => call(updateEnc, { links, move_to: folder, ...plain })
    },
  },
]
