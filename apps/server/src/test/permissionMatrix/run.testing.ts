import { errorStatus } from '@nestmark/contract/errors'
import { signIn } from '../support/people.ts'
import { type Answer, ask, toOutcome } from './ask.testing.ts'
import { type Role, roles, type State, states } from './roles.testing.ts'
import type { Line, Outcome, Row } from './row.testing.ts'
import { changedBetween } from './snapshot.testing.ts'
import { settled, type Fixture } from './fixture.testing.ts'
import { words } from './factory.testing.ts'

/** The result of a row: its outcomes and its violations. */
export interface RunOutcome {
  lines: Partial<Record<State | 'self', string[]>>
  failures: string[]
}

/** One call of a row, with its caller and the expected outcome. */
interface Call {
  who: string
  /** The role whose view the response is checked against. */
  role: Role
  token: string | null
  due: Outcome
}

/** Returns whether a row has a single line, for calls that do not depend on the state of a place. */
const isOneLine = (expect: Row['expect']): expect is Line => Array.isArray(expect)
const isDone = (outcome: Outcome) => outcome === 'done' || outcome === 'same'
const changes = (row: Row) => row.changes ?? (row.key === 'write' || row.key === 'none')

/** Performs the calls of a row for every role, in every state that it distinguishes. */
export async function runRow(fixture: Fixture, row: Row): Promise<RunOutcome> {
  const result: RunOutcome = { lines: {}, failures: [] }
  const runState = async (state: State, line: Line) => {
    const calls = roles.map((role, at) => ({
      who: role,
      role,
      token: getToken(fixture, role),
      due: line[at]!,
    }))
    return [...(await runCalls(fixture, row, state, calls, result.failures)).values()]
  }
  if (isOneLine(row.expect)) result.lines.self = await runState('team', row.expect)
  else for (const state of states) result.lines[state] = await runState(state, row.expect[state])
  return result
}

/** Performs a row with the owner's API keys and with a token of an ended session. Returns the actual and expected outcomes. */
export async function runWithTokens(fixture: Fixture, row: Row) {
  const ended = row.loggedOut ?? 'session.expired'
  const ownerGets = row.withKey ?? (isOneLine(row.expect) ? row.expect[0] : row.expect.team[0])
  const ofRead = { none: 'keys.notAllowed', write: 'keys.readOnly', read: ownerGets, ignored: ended } as const
  const calls: Call[] = [
    { who: 'read key', role: 'owner', token: fixture.keys.read, due: ofRead[row.key] },
    {
      who: 'write key',
      role: 'owner',
      token: fixture.keys.write,
      due: row.key === 'write' ? ownerGets : ofRead[row.key],
    },
    { who: 'logged out', role: 'visitor', token: fixture.loggedOut, due: ended },
  ]
  const failures: string[] = []
  const ends = await runCalls(fixture, row, 'team', calls, failures)
  return {
    ends: Object.fromEntries(ends),
    due: Object.fromEntries(calls.map(call => [call.who, call.due])),
    failures,
  }
}

/**
 * Performs the calls that are expected to be rejected first: together they must change nothing. The other calls follow,
 * each with separate items. All items are created beforehand, so that the calls are the only changes.
 */
async function runCalls(
  fixture: Fixture,
  row: Row,
  state: State,
  calls: readonly Call[],
  failures: string[],
) {
  const { app, camera, resources } = fixture
  const got = new Map<string, string>(calls.map(({ who }) => [who, '']))
  const inOrder = calls.toSorted((a, b) => Number(isDone(a.due)) - Number(isDone(b.due)))
  const inputs = new Map<Call, object>()
  let shared: object | undefined
  for (const call of inOrder) {
    const isShared = row.input.length < 2 && (!isDone(call.due) || changes(row) === false)
    const input = (isShared && shared) || (await row.input(resources[state], call.role))
    if (isShared) shared = input
    inputs.set(call, input)
  }
  await settled(app)
  let before = await camera.take()
  // Calls that must not change anything are checked together.
  const isQuiet = (call: Call) => !row.before && !row.spare && (!isDone(call.due) || changes(row) === false)
  const quiet = inOrder.filter(isQuiet)
  for (const call of inOrder) {
    if (row.before) await row.before(resources[state])
    const spare = row.spare && isDone(call.due) ? (await signIn(app, 'nick')).token : null
    if (row.before || spare) before = await camera.take()
    const sent = inputs.get(call) as Record<string, unknown>
    const answer = await ask(app.origin, row.op, spare ?? call.token, sent)
    failures.push(...leaks(fixture, row, call.role, answer))
    if (isQuiet(call) && call !== quiet.at(-1)) {
      got.set(call.who, toOutcome(answer, undefined))
      continue
    }
    await settled(app)
    const after = await camera.take()
    const changed = changedBetween(before, after)
    if (!isDone(call.due) || changes(row) === false)
      for (const table of changed)
        failures.push(
          `${state}: ${quiet.map(each => each.who).join(' or ') || call.who} has changed ${table}`,
        )
    if (isOneLine(row.expect) && call.role !== 'owner')
      for (const table of changedBetween(before, after, 'ofPerson'))
        failures.push(`${call.who} has changed the owner's ${table}`)
    const mustChange = isDone(call.due) && (changes(row) === true || call.due === 'same')
    got.set(call.who, toOutcome(answer, mustChange ? changed.length > 0 : undefined))
    before = after
  }
  return got
}

/** Returns the error codes of the table that the contract does not declare. */
export function undeclared({ op, expect }: Row): string[] {
  const codes = new Set(isOneLine(expect) ? expect : Object.values(expect).flat())
  const declared = op.errors as readonly string[]
  return [...codes].filter(
    code => code in errorStatus && !code.startsWith('session.') && !declared.includes(code),
  )
}

const getToken = ({ people }: Fixture, role: Role) => (role === 'visitor' ? null : people[role].token)

/** Returns the texts in a response that the caller must not see. */
function leaks({ secrets }: Fixture, row: Row, role: Role, { text }: Answer): string[] {
  const ofOthers = row.ownOnly && role !== 'owner' ? Object.values(words) : []
  return [...secrets[role], ...ofOthers]
    .filter(secret => text.includes(secret))
    .map(secret => `${role} can see ${secret}: ${text.slice(0, 300)}`)
}
