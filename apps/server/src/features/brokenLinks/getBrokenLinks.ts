import * as contract from '@nestmark/contract/links/brokenLinks'
import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import type { Link } from '@nestmark/contract/shapes'
import { pluck } from '@nestmark/core/pluck'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { readLinks } from '../links/lists/readLinks.ts'
import { hasResponse, type LinkCheck, listBroken } from './checkStore.ts'
import { presentMarks } from './nextCheck.ts'

/** Returns the caller's links that did not answer well (FIND-03). @throws Refused 'plan.brokenLinks' */
export const getBrokenLinks = action(contract.getBrokenLinks, async call => {
  requirePlanFeature(call.actor.plan, 'brokenLinks')
  const { read } = call.services.db
  const checks = await listBroken(read, call.actor.personId)
  if (checks.length === 0) return []
  const isOnline = await hasResponse(read, call.actor.personId)
  const links = await readLinks(call, pluck(checks, 'seq'))
  const byId = new Map(links.map(link => [link._id, link]))
  return checks.flatMap(check => {
    const link = byId.get(check.link_id)
    return link ? presentBroken(link, check, isOnline) : []
  })
})

/**
 * Returns a link with what its last check found. Only likely dead ones are selected (docs/adr/006).
 * @param isOnline false when no link got a response: a server without the internet may find no name at all
 */
export function presentBroken(link: Link, check: LinkCheck, isOnline: boolean): BrokenLink {
  const isIgnored = check.ignored !== 0
  const state = check.fault === 'noSite' && !isOnline ? 'unsure' : check.state
  return {
    ...link,
    status: check.status,
    state,
    fault: check.fault,
    location: check.location,
    since: check.since,
    checked_at: check.checked_at,
    checks: presentMarks(check.marks),
    selected: state === 'dead' && !isIgnored ? 1 : 0,
    ignored: isIgnored ? 1 : 0,
  }
}
