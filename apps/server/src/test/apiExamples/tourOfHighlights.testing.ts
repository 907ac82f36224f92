import * as contract from '@nestmark/contract/reading/highlights'
import { waitForEnd } from '../support/jobs.ts'
import type { Person } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'

const url = 'https://bread.example/sourdough'
const anchor = {
  quote: {
    exact: 'The starter doubles in six hours',
    prefix: 'in a warm kitchen. ',
    suffix: ', and then it',
  },
  position: { start: 1204, end: 1236 },
}
const rss = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><item>
  <title>Rye bread</title><link>https://bread.example/rye</link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate>
  <description><![CDATA[<ul><li>Rye needs no kneading<ul><li>Try this</li></ul></li></ul>]]></description>
</item></channel></rss>`

/** Highlights pages, and imports and exports highlights. */
export async function tourOfHighlights(
  call: <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) => Promise<T>,
  person: Person,
): Promise<void> {
  const title = 'Sourdough for beginners'
  const { highlight } = await call<{ highlight: { _id: string } }>(contract.saveHighlight, {
    url,
    title,
    anchor,
    text: anchor.quote.exact,
    comm: 'Mine takes eight',
    style: 2,
  })
  await call(contract.addUpdateHighlights, {
    url,
    highlights: JSON.stringify([{ text: 'Flour, water, salt', comm: '', style: 1 }]),
  })
  await call(contract.allHighlights, { page: 1 })
  await call(contract.searchHighlights, { type: 2, input: 'starter', page: 1 })
  await call(contract.countHighlights)
  const group = await call<{ _id: string }>(contract.pageHighlights, { url: `${url}#starter` })
  const file = new Blob([rss], { type: 'application/rss+xml' })
  const { job } = await call<{ job: string }>(contract.importHighlights, { file })
  await waitForEnd(person, job)
  await call(contract.exportHighlights, { format: 'markdown' })
  await call(contract.deleteHighlight, { highlight_id: highlight._id })
  await call(contract.deleteHighlights, { highlights: [group._id] })
}
