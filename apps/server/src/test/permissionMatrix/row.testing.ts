import type { ErrorCode } from '@nestmark/contract/errors'
import type { Operation } from '@nestmark/contract/operation'
import type { Things } from './factory.testing.ts'

/** Who calls, in the order of the columns. Where a place is private the two members are strangers, too. */
export const roles = ['owner', 'write', 'read', 'stranger', 'visitor'] as const
export type Role = (typeof roles)[number]

/** To whom a place of the owner's is shown: nobody, two members by name, or these and anyone on the internet. */
export const states = ['private', 'team', 'public'] as const
export type State = (typeof states)[number]

/**
 * What comes of a call: it is done (and has changed something, where the operation does), it is answered and nothing was
 * changed, it is refused with this code, or it is answered as l/{link_id} says that there is nothing to be shown.
 */
export type Outcome = 'done' | 'same' | ErrorCode | '203 links.private'

/** One outcome for each role. */
export type Line = readonly [
  owner: Outcome,
  write: Outcome,
  read: Outcome,
  stranger: Outcome,
  visitor: Outcome,
]

export interface Row {
  op: Operation
  /** What sets this row apart where an operation has several. */
  case?: string
  /** What an API key must be allowed to call it; 'none' where no key may, 'ignored' where no bearer is looked at. */
  key: 'read' | 'write' | 'none' | 'ignored'
  /** Whether it changes anything when it is done; by itself that is so where a key must be allowed to write. */
  changes?: boolean | 'maybe'
  /** What is sent: about things of the owner's in one state, by somebody. */
  input: (things: Things, role: Role) => object | Promise<object>
  /** By state; or one line for a call that is about oneself alone, and then what is the owner's is nobody's. */
  expect: Record<State, Line> | Line
  /** Of a call that is about oneself: what the answer to somebody holds who has nothing of their own. */
  empty?: unknown
  /** Nothing of what others own is in the answer, shared or not. */
  ownOnly?: boolean
  /** Called by a person who is made for it and gone afterwards. */
  spare?: boolean
  /** What a token answers whose session is over, where that is not the usual. */
  loggedOut?: Outcome
  /** Sets the stage before each call. */
  before?: (things: Things) => Promise<unknown>
}

export const noToken = 'session.noToken'

/** Oneself: each has it for themselves. */
export const oneself: Line = ['done', 'done', 'done', 'done', noToken]
export const oneselfSame: Line = ['same', 'same', 'same', 'same', noToken]

/** The owner's own, whoever may see the place: to others it is not there. */
export const mine = (notFound: Outcome): Record<State, Line> => {
  const line: Line = ['done', notFound, notFound, notFound, noToken]
  return { private: line, team: line, public: line }
}

/** Owner and write members. Who may only look is told so; to all others it is not there. */
export const writers = (readOnly: Outcome, notFound: Outcome): Record<State, Line> => ({
  private: ['done', notFound, notFound, notFound, noToken],
  team: ['done', 'done', readOnly, notFound, noToken],
  public: ['done', 'done', readOnly, readOnly, noToken],
})

/** The owner alone, of what others may see. */
export const owners = (readOnly: Outcome, notFound: Outcome): Record<State, Line> => ({
  private: ['done', notFound, notFound, notFound, noToken],
  team: ['done', readOnly, readOnly, notFound, noToken],
  public: ['done', readOnly, readOnly, readOnly, noToken],
})

/** Owner and members, and not whoever sees it because anyone does. */
export const members = (readOnly: Outcome, notFound: Outcome): Record<State, Line> => ({
  private: ['done', notFound, notFound, notFound, noToken],
  team: ['done', 'done', 'done', notFound, noToken],
  public: ['done', 'done', 'done', readOnly, noToken],
})

/** Whoever may see it; all others are told that it is private. */
export const readers = (hidden: Outcome, visitor: 'sees' | typeof noToken): Record<State, Line> => ({
  private: ['done', hidden, hidden, hidden, visitor === 'sees' ? hidden : noToken],
  team: ['done', 'done', 'done', hidden, visitor === 'sees' ? hidden : noToken],
  public: ['done', 'done', 'done', 'done', visitor === 'sees' ? 'done' : noToken],
})

/** What lies in the trash: to those who may put it there and bring it back it is there, to others not. */
export const restorers = (notFound: Outcome): Record<State, Line> => {
  const shared: Line = ['done', 'done', notFound, notFound, noToken]
  return { private: ['done', notFound, notFound, notFound, noToken], team: shared, public: shared }
}

/** What lies in the trash and the owner alone takes away for good. */
export const ownersOfTrash = (readOnly: Outcome, notFound: Outcome): Record<State, Line> => {
  const shared: Line = ['done', readOnly, notFound, notFound, noToken]
  return { private: ['done', notFound, notFound, notFound, noToken], team: shared, public: shared }
}
