import type { ErrorCode } from '@nestmark/contract/errors'
import type { Operation } from '@nestmark/contract/operation'
import type { Resources } from './factory.testing.ts'
import type { Role, State } from './roles.testing.ts'

/**
 * The outcome of a call: done (with a change, if the operation changes data), answered without a change,
 * rejected with this code, or answered like l/{link_id} for a private link.
 */
export type Outcome = 'done' | 'same' | ErrorCode | '203 links.private'

/** One outcome per role. */
export type Line = readonly [
  owner: Outcome,
  write: Outcome,
  read: Outcome,
  noAccess: Outcome,
  visitor: Outcome,
]

export interface Row {
  op: Operation
  /** Distinguishes this row from others of the same operation. */
  case?: string
  /** The required API key scope; 'none' where no key may call, 'ignored' where the bearer token is ignored. */
  key: 'read' | 'write' | 'none' | 'ignored'
  /** Whether it changes data when done; by default true where a key needs the scope write. */
  changes?: boolean | 'maybe'
  /** Returns the input: about items of the owner in one state, for a role. */
  input: (resources: Resources, role: Role) => object | Promise<object>
  /** The outcomes by state; a single line for calls about the caller's own data, which cannot reach the owner's data. */
  expect: Record<State, Line> | Line
  /** For calls about the caller's own data: the response to a person without data. */
  empty?: unknown
  /** The response contains nothing of other owners, shared or not. */
  ownOnly?: boolean
  /** Called by a person who is created for this call only. */
  spare?: boolean
  /** The outcome for a key of the required scope, where it is not that of the owner. */
  withKey?: Outcome
  /** The outcome for a token of an ended session, where it is not the usual one. */
  loggedOut?: Outcome
  /** Prepares the data before each call. */
  before?: (resources: Resources) => Promise<unknown>
}

export const noToken = 'session.noToken'

/** Calls about the caller's own data: allowed for everyone who is signed in. */
export const signedInOnly: Line = ['done', 'done', 'done', 'done', noToken]
export const signedInUnchanged: Line = ['same', 'same', 'same', 'same', noToken]

/** Returns the lines of an owner-only call, which responds 404 to everyone else, even where they may see the place. */
export const ownerOnly = (notFound: Outcome): Record<State, Line> => {
  const line: Line = ['done', notFound, notFound, notFound, noToken]
  return { private: line, team: line, public: line }
}

/** Returns the lines of a call for owner and write members, which responds 403 to readers and 404 to everyone else. */
export const writers = (readOnly: Outcome, notFound: Outcome): Record<State, Line> => ({
  private: ['done', notFound, notFound, notFound, noToken],
  team: ['done', 'done', readOnly, notFound, noToken],
  public: ['done', 'done', readOnly, readOnly, noToken],
})

/** Returns the lines of an owner-only call, which responds 403 to others who may see it and 404 to everyone else. */
export const owners = (readOnly: Outcome, notFound: Outcome): Record<State, Line> => ({
  private: ['done', notFound, notFound, notFound, noToken],
  team: ['done', readOnly, readOnly, notFound, noToken],
  public: ['done', readOnly, readOnly, readOnly, noToken],
})

/**
 * Returns the lines of a call for owner and members, which responds 403 to others who see it only because it is public,
 * and 404 to everyone else.
 */
export const members = (readOnly: Outcome, notFound: Outcome): Record<State, Line> => ({
  private: ['done', notFound, notFound, notFound, noToken],
  team: ['done', 'done', 'done', notFound, noToken],
  public: ['done', 'done', 'done', readOnly, noToken],
})

/** Returns the lines of a call for everyone who may see it, which reports to all others that it is private. */
export const readers = (hidden: Outcome, visitor: 'sees' | typeof noToken): Record<State, Line> => ({
  private: ['done', hidden, hidden, hidden, visitor === 'sees' ? hidden : noToken],
  team: ['done', 'done', 'done', hidden, visitor === 'sees' ? hidden : noToken],
  public: ['done', 'done', 'done', 'done', visitor === 'sees' ? 'done' : noToken],
})

/** Returns the lines for items in the trash, which only those who may trash and restore them can find. */
export const restorers = (notFound: Outcome): Record<State, Line> => {
  const shared: Line = ['done', 'done', notFound, notFound, noToken]
  return { private: ['done', notFound, notFound, notFound, noToken], team: shared, public: shared }
}

/** Returns the lines for items in the trash that only the owner may delete permanently. */
export const ownersOfTrash = (readOnly: Outcome, notFound: Outcome): Record<State, Line> => {
  const shared: Line = ['done', readOnly, notFound, notFound, noToken]
  return { private: ['done', notFound, notFound, notFound, noToken], team: shared, public: shared }
}
