import * as contract from '@nestmark/contract/sharing/whiteLabels'
import { assertDefined } from '@nestmark/core/assertDefined'
import { limits } from '@nestmark/core/limits'
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
import type { Picture } from '../../media/mediaTasks.ts'
import { presentLabel } from './present.ts'
import { findLabel, saveLabel } from './store.ts'

/** Sets the logo of a company page (PLAN-07): small, without metadata, and made anew from its pixels. */
export const uploadLogo = action(contract.uploadLogo, async call => {
  const { actor, services } = call
  const { chunks, fields } = await call.upload(limits.whiteLabelLogoBytes)
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const id = fields.folder_id ?? ''
  const check = async (db: Queries) => {
    await grantCollection(db, actor, 'collections.share', id)
    requirePlanFeature(actor.plan, 'whiteLabel')
  }
  await check(services.db.read)
  const { data, width, height } = await readPicture(call, Buffer.concat(parts))
  const label = await services.db.write(async tx => {
    await check(tx)
    const change = { logo_id: newId(), logo: data, logo_width: width, logo_height: height }
    await saveLabel(tx, { collectionId: id, personId: actor.personId }, change)
    return assertDefined(await findLabel(tx, id, actor.personId))
  })
  return presentLabel(label, actor.plan)
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
