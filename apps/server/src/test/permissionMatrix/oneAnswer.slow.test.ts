import { createWebhook } from '@nestmark/contract/webhooks'
import type { Operation } from '@nestmark/contract/operation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../../db/newId.ts'
import { ask } from './ask.testing.ts'
import type { Row } from './row.testing.ts'
import { rows } from './rows.testing.ts'
import { createFixture, settled, type Fixture } from './fixture.testing.ts'
import { Resources } from './factory.testing.ts'

/**
 * The operations that report to a user without access that a link or a collection is private: reading it by its id.
 * The specification has a page for this case (LINK-03, LINK-04, 'Private Folder!') and lets that user request
 * access.
 */
const privateFields = new Map([
  ['get-folder-data', ['folder_id']],
  ['get-folder-folders-from-path', ['folder_id']],
  ['get-folder-links-from-path', ['folder_id']],
  ['refresh-folder-links', ['parent_id']],
  ['get-single-link', ['link_id']],
  ['l/{link_id}', ['link_id']],
])
/** Fields with ids of people, which only those who know the person's address have. These calls confirm that the id exists. */
const takesPeople = ['read_members', 'write_members']

type Path = readonly (string | 0)[]
type Input = Record<string, unknown>

let fixture: Fixture
/** The data of the user without access, who calls with an input that refers only to these data, except for one id. */
let own: Resources
/** Ids of the owner's items of every kind, which no other user may see. */
const ownersIds: Record<string, string> = {}

beforeAll(async () => {
  fixture = await createFixture()
  const { app, people, resources } = fixture
  const { noAccess, owner, read } = people
  const cast2 = { ...people, owner: noAccess, noAccess: owner }
  own = await new Resources('private', app, cast2, fixture.nobody).build()
  const { private: hidden } = resources
  const link = await hidden.notedLink()
  const noteRow = await app.services.db.read
    .selectFrom('link_notes')
    .selectAll()
    .where('person_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  Object.assign(ownersIds, {
    collection: hidden.target,
    root: owner.rootId,
    trashedCollection: await hidden.trashedCollection(),
    link,
    trashedLink: await hidden.trashedLink(),
    note: (noteRow as unknown as { id: string }).id,
    tag: await hidden.tag(),
    deletedTag: await hidden.deletedTag(),
    key: await hidden.key(),
    job: await hidden.job(),
    undo: await hidden.undoRecord(),
    activity: await resources.team.activity(),
    suggestion: await hidden.suggestion(),
    notification: await hidden.notification(),
    person: read.id,
    webhook: (
      await owner.call(createWebhook, { address: 'https://hooks.example/x', events: ['link.created'] })
    ).webhook._id,
  })
})
afterAll(async () => {
  await settled(fixture.app)
  await fixture.app.stop()
})

type Schema = {
  type?: string
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Returns the paths of all ids in an input schema. */
function schemaPaths(schema: Schema, path: Path = []): Path[] {
  const here = schema.type === 'string' && schema.minLength === 1 && schema.maxLength === 64 ? [path] : []
  return [
    ...here,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => schemaPaths(each, [...path, name])),
    ...(schema.items ? schemaPaths(schema.items, [...path, 0]) : []),
    ...(schema.anyOf ?? []).flatMap(each => schemaPaths(each, path)),
  ]
}

/** Returns the paths of all ids in an input, because forms have no schema for them. */
function inputPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return /^[A-Za-z0-9_-]{22}$/.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    inputPaths(each, [...path, Array.isArray(value) ? 0 : name]),
  )
}

/** Returns the input with this id at a path, and creates missing parents. */
function withId(value: unknown, [name, ...rest]: Path, id: string): unknown {
  if (name === undefined) return id
  if (name === 0) return [withId(Array.isArray(value) ? value[0] : undefined, rest, id)]
  const known = typeof value === 'object' && value !== null ? (value as Input) : {}
  return { ...known, [name]: withId(known[name], rest, id) }
}

/** Ids that the caller chooses for a new item, at random: they name no other item. */
const chosenIds = new Map([
  ['save-enc-link', '_id'],
  ['save-enc-links', 'links.0._id'],
])

const idPaths = ({ op }: Row, base: Input): Path[] => {
  const schema = z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as Schema
  const paths = [...schemaPaths(schema), ...inputPaths(base)].filter(
    path => path.join('.') !== chosenIds.get(op.path),
  )
  return [...new Map(paths.map(path => [path.join('.'), path])).values()]
}

const withIds = rows.filter(
  (row, at) =>
    (row.op.path.includes('{') ||
      row.op.transport === 'upload' ||
      schemaPaths(z.toJSONSchema(row.op.input, { io: 'input', unrepresentable: 'any' }) as Schema).length >
        0) &&
    rows.findIndex(each => each.op === row.op) === at,
)

/** Returns a response without ids and numbers: those of the input, and generated ones. */
async function answerTo(op: Operation, token: string | null, input: Input): Promise<string> {
  const { status, text } = await ask(fixture.app.origin, op, token, input)
  return `${status} ${text.replace(/[A-Za-z0-9_-]{22,}/g, '<id>').replace(/\d{2,}/g, '#')}`
}

const isRefusal = (answer: string) => answer.startsWith('4')

/** Returns the kinds of ids for which the response of an operation differs from that for a missing id, by path. */
async function findDifferences(
  row: Row,
  token: string | null,
  base: () => Promise<Input>,
): Promise<string[]> {
  const found: string[] = []
  let input = await base()
  let isUsed = false
  for (const path of idPaths(row, input)) {
    const asked = async (id: string) => {
      // Lets the rate limits pass, because a rejection by a rate limit is independent of the id.
      if (row.op.cost) fixture.app.clock.now += row.op.cost === 'requestAccess' ? 73 * 60_000 : 120_000
      await row.before?.(own)
      // A rejected call changed nothing, so its input can be used again.
      if (isUsed) input = await base()
      const answer = await answerTo(row.op, token, withId(input, path, id) as Input)
      isUsed = !isRefusal(answer)
      return answer
    }
    const missing = await asked(newId())
    for (const [kind, id] of Object.entries(ownersIds)) {
      const answer = await asked(id)
      if (answer !== missing)
        found.push(`${path.join('.')} of a ${kind}: ${answer.slice(0, 300)} ≠ ${missing.slice(0, 300)}`)
    }
  }
  return found
}

const isDisclosed =
  ({ op }: Row) =>
  (each: string) => {
    const [path = '', rest = ''] = each.split(' of a ')
    // A person's id of the fixture has the form of an API key, which has separate rules.
    if (path === 'key' && rest.startsWith('person:')) return false
    if (takesPeople.some(name => path.startsWith(name))) return false
    return !privateFields.get(op.path)?.includes(path)
  }

describe('Z01 Z02 Z18 the response for the id of another person’s item equals that for a missing id', () => {
  test('Z01 the matrix includes every operation that takes an id', () => {
    expect(withIds.length).toBeGreaterThan(50)
    for (const path of privateFields.keys()) expect(withIds.map(({ op }) => op.path)).toContain(path)
  })

  test.each(withIds.map(row => [row.op.path, row] as const))('Z01 %s', async (_path, row) => {
    const { noAccess } = fixture.people
    const base = async () => (await row.input(own, 'owner')) as Input
    expect((await findDifferences(row, noAccess.token, base)).filter(isDisclosed(row))).toEqual([])
  })

  test.each([...privateFields].map(([path, fields]) => [path, fields] as const))(
    'LINK-04 the response of %s states only that it is private',
    async (path, fields) => {
      const row = withIds.find(({ op }) => op.path === path)!
      for (const field of fields) {
        const answers = new Set<string>()
        for (const id of Object.values(ownersIds))
          answers.add(await answerTo(row.op, fixture.people.noAccess.token, { [field]: id }))
        const missing = await answerTo(row.op, fixture.people.noAccess.token, { [field]: newId() })
        expect(answers).toContain(missing)
        // One response for everything private, independent of the item.
        expect([...answers].filter(each => each !== missing)).toHaveLength(1)
      }
    },
  )
})
