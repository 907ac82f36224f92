import { assertDefined } from '@nestmark/core/assertDefined'
import * as contract from '@nestmark/contract/links/brokenLinks'
import { grantPermittedLinks } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { readLink } from '../links/lists/readLinks.ts'
import { findCheckable, hasResponse, readChecks } from './checkStore.ts'
import { classifyVisit } from './classifyVisit.ts'
import { presentBroken } from './getBrokenLinks.ts'
import { recordFindings } from './recordFindings.ts'

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
