import { addUpdateHighlights } from '../features/highlights/addUpdateHighlights.ts'
import { callAs } from './callAs.ts'
import { highlights } from './data/highlights.ts'
import type { SeedContext } from './seedPerson.ts'

/** Highlights pages as Ada, the oldest first. */
export async function seedHighlights(context: SeedContext): Promise<void> {
  for (const page of highlights.toReversed()) {
    const call = await callAs(context, 'ada', Date.parse(`2025-${page.on}T18:30:00Z`))
    const entries = page.highlights.map(([text, comm, style]) => ({ text, comm, style }))
    await addUpdateHighlights(call, {
      url: page.address,
      title: page.title,
      highlights: JSON.stringify(entries),
    })
  }
}
