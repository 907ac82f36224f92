import sharp from 'sharp'
import { createPictures } from '../fetching/picture.ts'
import type { Pictures } from '../media/mediaTasks.ts'
import { renderDrawing, type Drawing } from './drawings.ts'
import type { SeedCollection, SeedLink } from './data/shapes.ts'

/** Renders each drawing of the links once, in the two stored sizes. Nothing is fetched. */
export async function renderPictures(links: readonly SeedLink[]): Promise<Map<Drawing, Pictures>> {
  const rendered = new Map<Drawing, Pictures>()
  for (const drawing of new Set(links.flatMap(link => link.picture ?? [])))
    rendered.set(
      drawing,
      await createPictures(
        await sharp(Buffer.from(renderDrawing(drawing)))
          .png()
          .toBuffer(),
        { kind: 'job', key: 'seed' },
      ),
    )
  return rendered
}

/** Returns the links of a collection and its descendants. */
export function listLinks(collection: SeedCollection): SeedLink[] {
  return [...(collection.links ?? []), ...(collection.children ?? []).flatMap(listLinks)]
}
