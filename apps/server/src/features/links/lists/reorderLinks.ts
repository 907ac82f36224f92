import * as contract from '@nestmark/contract/links/linkOrder'
import { assertDefined } from '@nestmark/core/assertDefined'
import { grantLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { lockTree } from '../../../db/dialect.ts'
import { action } from '../../../calls/action.ts'
import { type LinkBefore, openUndoRecord, recordLinks } from '../../../undo/store.ts'
import { getPosition, placeLinks } from './linkOrderStore.ts'
import { isLive } from './liveLinks.ts'

/** Moves links before or after another one in the manual order of their collection, or to its end. */
export const reorderLinks = action(
  contract.reorderLinks,
  async ({ actor, services: { db, now } }, { links: wanted, before, after }) => {
    const ids = [...new Set(wanted)]
    if (ids.length === 0) refuse('links.noneChosen')
    const anchorId = before ?? after
    return db.write(async tx => {
      await lockTree(tx, actor.personId)
      const granted = await grantLinks(
        tx,
        actor,
        'links.edit',
        anchorId === undefined ? ids : [...ids, anchorId],
      )
      // The trash has no order.
      if (!granted.links.every(isLive)) refuse('links.notFound')
      const places = new Map(
        granted.links.map(link => [link.id, { seq: link.seq, position: getPosition(link) }]),
      )
      const placeOf = (id: string) => assertDefined(places.get(id), 'place')
      const [collectionId, ...others] = new Set(granted.links.map(link => link.collection_id))
      if (others.length > 0) refuse('links.otherCollection')
      const at = now()
      const side = before === undefined ? ('after' as const) : ('before' as const)
      const replaced = await placeLinks(tx, granted, {
        collectionId: assertDefined(collectionId, 'collection'),
        moved: ids.map(placeOf),
        anchor: anchorId === undefined ? null : { ...placeOf(anchorId), side },
        at,
      })
      if (replaced.length === 0) return {}
      const undo = await openUndoRecord(tx, { personId: actor.personId, kind: 'reorderLinks', at })
      const rows = replaced.map((each): LinkBefore => [each.seq, assertDefined(collectionId), each.previous])
      await recordLinks(tx, undo, rows)
      return { undo }
    })
  },
)
