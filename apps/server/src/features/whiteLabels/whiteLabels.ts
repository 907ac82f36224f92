import type { WhiteLabel } from '@nestmark/contract/sharing/whiteLabels'
import * as contract from '@nestmark/contract/sharing/whiteLabels'
import { assertDefined } from '@nestmark/core/assertDefined'
import { limits } from '@nestmark/core/limits'
import { toColour } from '@nestmark/core/pageColours'
import { hasPlanFeature } from '@nestmark/core/plans/plans'
import { grantCollection } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Queries } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import { busyRetrySeconds, FetchRefused } from '../../fetching/requests/fetchRefused.ts'
import { createPictures } from '../../fetching/picture.ts'
import { toAddressKey } from '../../calls/addressKey.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { toLogoPath } from '../../calls/companyPages.ts'
import type { Picture } from '../../media/mediaTasks.ts'
import { findLabel, removeLabel, saveLabel, type StoredLabel } from './store.ts'

/** Returns the name, the logo and the colours of a company page (PLAN-07). */
export const getWhiteLabel = action(
  contract.getWhiteLabel,
  async ({ actor, services: { db } }, { folder_id: id }) => {
    await grantCollection(db.read, actor, 'collections.share', id)
    const label = await findLabel(db.read, id, actor.personId)
    return label ? presentLabel(label, actor.plan) : null
  },
)

/** Sets the name and the colours of a company page (PLAN-07). */
export const setWhiteLabel = action(contract.setWhiteLabel, (call, { folder_id: id, name, accent, paper }) =>
  changeLabel(call, id, () => ({
    // A name is one line: it is in titles and headers.
    name: name.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
    accent: readColour(accent),
    paper: readColour(paper),
  })),
)

function readColour(typed: string): string {
  return typed.trim() === '' ? '' : (toColour(typed) ?? refuse('whiteLabels.colourInvalid'))
}

/** Sets the logo of a company page (PLAN-07): small, without metadata, and made anew from its pixels. */
export const uploadLogo = action(contract.uploadLogo, async call => {
  const { chunks, fields } = await call.upload(limits.whiteLabelLogoBytes)
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const id = fields.folder_id ?? ''
  await requireLabelRight(call.services.db.read, call, id)
  const { data, width, height } = await readPicture(call, Buffer.concat(parts))
  return changeLabel(call, id, () => ({
    logo_id: newId(),
    logo: data,
    logo_width: width,
    logo_height: height,
  }))
})

async function readPicture({ actor, ip }: Call, file: Buffer): Promise<Picture> {
  try {
    const caller = { kind: 'person', key: actor.personId, address: toAddressKey(ip) } as const
    return (await createPictures(file, caller)).card
  } catch (error) {
    if (error instanceof FetchRefused && error.reason === 'not-a-picture')
      refuse('whiteLabels.logoUnreadable')
    if (error instanceof FetchRefused && error.reason === 'busy')
      refuse('request.tooMany', { retryAfter: busyRetrySeconds })
    throw error
  }
}

/** Gives a company page its usual look again (PLAN-07), also after the end of the plan. */
export const deleteWhiteLabel = action(
  contract.deleteWhiteLabel,
  async ({ actor, services: { db } }, { folder_id: id }) => {
    await db.write(async tx => {
      await grantCollection(tx, actor, 'collections.share', id)
      await removeLabel(tx, id, actor.personId)
    })
    return {}
  },
)

async function requireLabelRight(db: Queries, { actor }: Call, id: string): Promise<void> {
  await grantCollection(db, actor, 'collections.share', id)
  requirePlanFeature(actor.plan, 'whiteLabel')
}

/** @param change returns the changed columns, and may refuse; called when the caller has the right */
async function changeLabel(
  call: Call,
  id: string,
  change: () => Parameters<typeof saveLabel>[2],
): Promise<WhiteLabel> {
  const { actor, services } = call
  const label = await services.db.write(async tx => {
    await requireLabelRight(tx, call, id)
    await saveLabel(tx, { collectionId: id, personId: actor.personId }, change())
    return assertDefined(await findLabel(tx, id, actor.personId))
  })
  return presentLabel(label, actor.plan)
}

/** Returns a white label as its owner sees it. */
function presentLabel(
  { collection_id: id, name, accent, paper, logo_id }: StoredLabel,
  plan: number,
): WhiteLabel {
  return {
    name,
    accent,
    paper,
    logo: logo_id === null ? '' : `/library/${id}/${toLogoPath(logo_id)}`,
    is_shown: hasPlanFeature(plan, 'whiteLabel') ? 1 : 0,
  }
}
