import { createWebhook } from '@nestmark/contract/webhooks'
import type { Operation } from '@nestmark/contract/operation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../../db/newId.ts'
import { ask } from './ask.testing.ts'
import type { Row } from './row.testing.ts'
import { rows } from './rows.testing.ts'
import { setStage, settled, type Stage } from './fixture.testing.ts'
import { Things } from './factory.testing.ts'

/**
 * To read a link or a collection by its id is the one thing where a stranger is told that it is private: the
 * specification has a page that says so (LINK-03, LINK-04, 'Private Folder!'), and asks for access there.
 */
const tellsPrivate = new Map([
  ['get-folder-data', ['folder_id']],
  ['get-folder-folders-from-path', ['folder_id']],
  ['get-folder-links-from-path', ['folder_id']],
  ['get-single-link', ['link_id']],
  ['l/{link_id}', ['link_id']],
])
/** A person is let in by their id, which nobody has without their address: that one knows it is the point of it. */
const takesPeople = ['read_members', 'write_members']

type Way = readonly (string | 0)[]
type Input = Record<string, unknown>

let stage: Stage
/** What the stranger owns: they call, and everything in their input is their own but one id. */
let own: Things
/** Ids of things of the owner's that nobody else sees, of every kind. */
const foreign: Record<string, string> = {}

beforeAll(async () => {
  stage = await setStage()
  const { app, cast, things } = stage
  const { stranger, owner, read } = cast
  const cast2 = { ...cast, owner: stranger, stranger: owner }
  own = await new Things('private', app, cast2, stage.nobody).build()
  const { private: hidden } = things
  const link = await hidden.notedLink()
  const noteRow = await app.services.db.read
    .selectFrom('link_notes')
    .selectAll()
    .where('person_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  Object.assign(foreign, {
    collection: hidden.place,
    root: owner.rootId,
    trashedCollection: await hidden.trashedCollection(),
    link,
    trashedLink: await hidden.trashedLink(),
    note: (noteRow as unknown as { id: string }).id,
    tag: await hidden.tag(),
    deletedTag: await hidden.deletedTag(),
    key: await hidden.key(),
    job: await hidden.job(),
    undo: await hidden.deed(),
    activity: await things.team.activity(),
    suggestion: await hidden.suggestion(),
    notification: await hidden.notification(),
    person: read.id,
    webhook: (
      await owner.call(createWebhook, { address: 'https://hooks.example/x', events: ['link.created'] })
    ).webhook._id,
  })
})
afterAll(async () => {
  await settled(stage.app)
  await stage.app.stop()
})

type Schema = {
  type?: string
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** The ways to every place of an input where the schema has an id. */
function waysOf(schema: Schema, way: Way = []): Way[] {
  const here = schema.type === 'string' && schema.minLength === 1 && schema.maxLength === 64 ? [way] : []
  return [
    ...here,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => waysOf(each, [...way, name])),
    ...(schema.items ? waysOf(schema.items, [...way, 0]) : []),
    ...(schema.anyOf ?? []).flatMap(each => waysOf(each, way)),
  ]
}

/** The ways to ids in what is sent: where the body is a form, no schema says so. */
function waysIn(value: unknown, way: Way = []): Way[] {
  if (typeof value === 'string') return /^[A-Za-z0-9_-]{22}$/.test(value) ? [way] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    waysIn(each, [...way, Array.isArray(value) ? 0 : name]),
  )
}

/** The same input with this id at the end of a way; what leads there is made where it is missing. */
function withId(value: unknown, [name, ...rest]: Way, id: string): unknown {
  if (name === undefined) return id
  if (name === 0) return [withId(Array.isArray(value) ? value[0] : undefined, rest, id)]
  const known = typeof value === 'object' && value !== null ? (value as Input) : {}
  return { ...known, [name]: withId(known[name], rest, id) }
}

const idWays = ({ op }: Row, base: Input): Way[] => {
  const schema = z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as Schema
  const ways = [...waysOf(schema), ...waysIn(base)]
  return [...new Map(ways.map(way => [way.join('.'), way])).values()]
}

const withIds = rows.filter(
  (row, at) =>
    (row.op.path.includes('{') ||
      row.op.transport === 'upload' ||
      waysOf(z.toJSONSchema(row.op.input, { io: 'input', unrepresentable: 'any' }) as Schema).length > 0) &&
    rows.findIndex(each => each.op === row.op) === at,
)

/** An answer without the ids and numbers in it: those that were sent, and those that the server or the stage made. */
async function answerTo(op: Operation, token: string | null, input: Input): Promise<string> {
  const { status, text } = await ask(stage.app.origin, op, token, input)
  return `${status} ${text.replace(/[A-Za-z0-9_-]{22,}/g, '<id>').replace(/\d{2,}/g, '#')}`
}

const isRefusal = (answer: string) => answer.startsWith('4')

/** The kinds of ids that an operation answers differently about, by the way to the id. */
async function toldApart(row: Row, token: string | null, base: () => Promise<Input>): Promise<string[]> {
  const found: string[] = []
  let input = await base()
  let isUsed = false
  for (const way of idWays(row, input)) {
    const asked = async (id: string) => {
      // Calls that cost something are counted: a refusal for their number would say nothing of an id.
      if (row.op.cost) stage.app.clock.now += 120_000
      await row.before?.(own)
      // What a refused call was about is as it was before.
      if (isUsed) input = await base()
      const answer = await answerTo(row.op, token, withId(input, way, id) as Input)
      isUsed = !isRefusal(answer)
      return answer
    }
    const missing = await asked(newId())
    for (const [kind, id] of Object.entries(foreign)) {
      const answer = await asked(id)
      if (answer !== missing)
        found.push(`${way.join('.')} of a ${kind}: ${answer.slice(0, 300)} ≠ ${missing.slice(0, 300)}`)
    }
  }
  return found
}

const isTold =
  ({ op }: Row) =>
  (each: string) => {
    const [way = '', rest = ''] = each.split(' of a ')
    // The stage's ids of people have the form of a key, which is made or deleted by itself.
    if (way === 'key' && rest.startsWith('person:')) return false
    if (takesPeople.some(name => way.startsWith(name))) return false
    return !tellsPrivate.get(op.path)?.includes(way)
  }

describe('Z01 Z02 Z18 an id of somebody else’s is answered like one that nobody has', () => {
  test('Z01 the matrix has every operation that takes an id', () => {
    expect(withIds.length).toBeGreaterThan(50)
    for (const path of tellsPrivate.keys()) expect(withIds.map(({ op }) => op.path)).toContain(path)
  })

  test.each(withIds.map(row => [row.op.path, row] as const))('Z01 %s', async (_path, row) => {
    const { stranger } = stage.cast
    const base = async () => (await row.input(own, 'owner')) as Input
    expect((await toldApart(row, stranger.token, base)).filter(isTold(row))).toEqual([])
  })

  test.each([...tellsPrivate].map(([path, ways]) => [path, ways] as const))(
    'LINK-04 the page of %s says that it is private, and no more',
    async (path, ways) => {
      const row = withIds.find(({ op }) => op.path === path)!
      for (const way of ways) {
        const answers = new Set<string>()
        for (const id of Object.values(foreign))
          answers.add(await answerTo(row.op, stage.cast.stranger.token, { [way]: id }))
        const missing = await answerTo(row.op, stage.cast.stranger.token, { [way]: newId() })
        expect(answers).toContain(missing)
        // One answer for what is private, whatever it is; nothing that tells one from another.
        expect([...answers].filter(each => each !== missing)).toHaveLength(1)
      }
    },
  )
})
