import { type Domain, domainFile, domainRecord } from '@nestmark/contract/sharing/domains'
import { hasPlanFeature } from '@nestmark/core/plans/plans'
import { graceMs } from './proof.ts'
import type { HostOfCollection } from './store.ts'

/** Returns a host as its owner sees it. */
export function presentDomain(row: HostOfCollection, plan: number): Domain {
  const state = hasPlanFeature(plan, 'customDomain') ? toState(row) : 'planEnded'
  return {
    host: row.host,
    state,
    record: { name: domainRecord(row.host), value: row.token },
    file: domainFile,
    checked: row.checked_at,
    ends: state === 'failing' && row.failing_since !== null ? row.failing_since + graceMs : null,
  }
}

function toState({ verified_at, failing_since }: HostOfCollection): Domain['state'] {
  if (verified_at === null) return failing_since === null ? 'new' : 'lost'
  return failing_since === null ? 'verified' : 'failing'
}
