import { assertDefined } from '@nestmark/core/assertDefined'
import * as contract from '@nestmark/contract/links/brokenLinks'
import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import { grantPermittedLinks } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { action, libraryRead } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { readLink, readLinks } from '../links/lists/readLinks.ts'
import { findCheckable, hasResponse, readChecks, type LinkCheck, listBroken } from './checkStore.ts'
import { classifyVisit } from './classifyVisit.ts'
import { recordFindings } from './recordFindings.ts'
import type { Link } from '@nestmark/contract/shapes'
import { pluck } from '@nestmark/core/pluck'
import { presentMarks } from './nextCheck.ts'

/** The longest a check of one link takes, in milliseconds. */
const maxMs = 90_000

/**
 * Checks one link of the caller, outside the network of this server (S01).
 * @throws Refused 'plan.brokenLinks', 'links.notFound', 'brokenLinks.notChecked'
 */
export const checkLink = action(
  contract.checkLink,
  async (call: CallWith<'linkVisitor'>, { link_id: linkId }) => {
    const { actor, services } = call
    requirePlanFeature(actor.plan, 'brokenLinks')
    const { db, linkVisitor, now } = services
    const { links } = await grantPermittedLinks(db.read, actor, 'links.edit', [linkId])
    if (links[0]?.owner_id !== actor.personId) return refuse('links.notFound')
    const link = await findCheckable(db.read, actor.personId, linkId)
    if (!link || !linkVisitor.isVisitable(link.address)) return refuse('brokenLinks.notChecked')
    const visit = await linkVisitor.visit(link.address, {
      owner: actor.personId,
      signal: AbortSignal.timeout(maxMs),
    })
    const finding = classifyVisit(link.address, visit)
    await db.write(tx => recordFindings(tx, actor.personId, [{ link, finding }], { run: '', at: now() }))
    const row = (await readChecks(db.read, [linkId])).get(linkId)
    // The link was changed while it was visited.
    if (row?.address !== link.address) return refuse('links.notFound')
    const isOnline = await hasResponse(db.read, actor.personId)
    return {
      link: presentBroken(await readLink(call, link.seq, 'owner'), assertDefined(row, 'check'), isOnline),
    }
  },
)

/** Returns the caller's links that did not answer well (FIND-03). @throws Refused 'plan.brokenLinks' */
export const getBrokenLinks = action(contract.getBrokenLinks, libraryRead, async call => {
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
function presentBroken(link: Link, check: LinkCheck, isOnline: boolean): BrokenLink {
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
