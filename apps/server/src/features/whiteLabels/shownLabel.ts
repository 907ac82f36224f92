import { createPalette, type Palette } from '@nestmark/core/pageColours'
import { hasPlanFeature } from '@nestmark/core/plans/plans'
import type { Queries } from '../../db/db.ts'
import { findShownLabel } from './store.ts'

/** How a company page looks. */
export interface ShownLabel {
  /** '' for the name of the collection. */
  name: string
  logo: { id: string; width: number; height: number } | null
  /** null for the usual colours. */
  palette: Palette | null
}

/** Returns the white label of a collection; null without one, or when the plan of the owner has none. */
export async function readShownLabel(db: Queries, collectionId: string): Promise<ShownLabel | null> {
  const found = await findShownLabel(db, collectionId)
  if (!found || !hasPlanFeature(found.plan, 'whiteLabel')) return null
  const { name, accent, paper, logo_id: id, logo_width: width, logo_height: height } = found
  return {
    name,
    logo: id === null ? null : { id, width: Number(width), height: Number(height) },
    palette: accent || paper ? createPalette({ accent, paper }) : null,
  }
}
