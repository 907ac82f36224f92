import sharp from 'sharp'
import { makePictures, type Pictures } from '../fetching/picture.ts'
import { drawMotif, type Motif } from './motifs.ts'
import type { SeedCollection, SeedLink } from './world/shapes.ts'

/** Draws every motif of the links once, in the two stored sizes. Nothing is fetched. */
export async function drawAll(links: readonly SeedLink[]): Promise<Map<Motif, Pictures>> {
  const drawn = new Map<Motif, Pictures>()
  for (const motif of new Set(links.flatMap(link => link.picture ?? [])))
    drawn.set(
      motif,
      await makePictures(
        await sharp(Buffer.from(drawMotif(motif)))
          .png()
          .toBuffer(),
        { kind: 'job', key: 'seed' },
      ),
    )
  return drawn
}

/** Returns the links of a collection and its descendants. */
export function listLinks(collection: SeedCollection): SeedLink[] {
  return [...(collection.links ?? []), ...(collection.inside ?? []).flatMap(listLinks)]
}
