import type { CheckSchedule, LinkFailure, LinkState } from '@nestmark/contract/links/brokenLinks'
import type { Generated } from 'kysely'
import type { Declarations } from './tableDeclaration.ts'

/** What the last checks have found for a link. */
export interface LinkCheckRow {
  link_id: string
  owner_id: string
  /** The run of the last check; '' for one outside a run. */
  run: string
  /** The checked address. The row says nothing about another address. */
  address: string
  state: LinkState
  /** The HTTP status; 0 without an answer. */
  status: number
  fault: LinkFailure
  /** The new address of a link that has moved. */
  location: string | null
  /** The address before the last update to `address`, for its undo. */
  former: string | null
  /** The results of the last checks, at most five, the newest last: a character each, as `nextCheck` writes them. */
  marks: string
  /** How many checks have failed since the last one that did not. */
  failures: number
  /** The first of the last checks with the same mark. */
  since: number
  checked_at: number
  ignored: Generated<number>
}

/** A person's last check of all links, and when the next one starts by itself. */
export interface LinkCheckRunRow {
  person_id: string
  schedule: Generated<CheckSchedule>
  next_at: number | null
  run: string | null
  job: string | null
  done: Generated<number>
  total: Generated<number>
  started_at: number | null
  finished_at: number | null
}

export interface LinkCheckTables {
  link_checks: LinkCheckRow
  link_check_runs: LinkCheckRunRow
}

export const linkCheckTables: Declarations<LinkCheckTables> = {
  link_checks: {
    owner: 'owner_id',
    references: { owner_id: 'people', link_id: 'links' },
    backup: 'included',
    erasure: 'byReference',
    transfer: 'ownCode',
    copy: 'ofOriginal',
    encryption: 'deleted',
    export: 'derived',
  },
  link_check_runs: {
    owner: 'person_id',
    references: { person_id: 'people' },
    backup: 'included',
    erasure: 'byReference',
    export: 'included',
  },
}
