import * as contract from '@nestmark/contract/reading/highlights'
import type { Resources } from '../factory.testing.ts'
import { ownerOnly, type Row, signedInOnly } from '../row.testing.ts'

const notFound = ownerOnly('highlights.notFound')
const url = 'https://own.example/highlighted'

/** Highlights a page as the owner; returns the ids of the highlight and of the page, and its address. */
async function highlightOf(resources: Resources): Promise<{ _id: string; page_id: string; url: string }> {
  const address = `https://pages.example/${encodeURIComponent(resources.name('highlighted'))}`
  const { highlight, page_id } = await resources.people.owner.call(contract.saveHighlight, {
    url: address,
    text: resources.name('highlight'),
    comm: resources.name('comment'),
  })
  return { _id: highlight._id, page_id, url: address }
}

export const highlightRows: readonly Row[] = [
  {
    op: contract.allHighlights,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
  {
    op: contract.searchHighlights,
    key: 'read',
    input: () => ({ type: 2, input: 'highlight' }),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
  {
    op: contract.countHighlights,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: { pages: 0, highlights: 0, styles: [0, 0, 0, 0], with_comment: 0 },
  },
  {
    op: contract.pageHighlights,
    key: 'read',
    input: async resources => ({ url: (await highlightOf(resources)).url }),
    expect: signedInOnly,
    ownOnly: true,
    empty: null,
  },
  {
    op: contract.saveHighlight,
    key: 'write',
    input: resources => ({ url, text: resources.ownName() }),
    expect: signedInOnly,
  },
  {
    op: contract.saveHighlight,
    case: 'of the owner',
    key: 'write',
    input: async resources => ({ highlight_id: (await highlightOf(resources))._id, style: 3 }),
    expect: notFound,
  },
  {
    op: contract.deleteHighlight,
    key: 'write',
    input: async resources => ({ highlight_id: (await highlightOf(resources))._id }),
    expect: notFound,
  },
  {
    op: contract.addUpdateHighlights,
    key: 'write',
    input: resources => ({ url, highlights: JSON.stringify([{ text: resources.ownName() }]) }),
    expect: signedInOnly,
  },
  {
    op: contract.addUpdateHighlights,
    case: 'of the owner',
    key: 'write',
    input: async resources => ({ highlight_id: (await highlightOf(resources)).page_id, highlights: '[]' }),
    expect: notFound,
  },
  {
    op: contract.deleteHighlights,
    key: 'write',
    input: async resources => ({ highlights: [(await highlightOf(resources)).page_id] }),
    expect: notFound,
  },
  {
    op: contract.importHighlights,
    key: 'write',
    input: resources => ({
      file: `<?xml version="1.0"?><rss><channel><item><link>${url}</link><description>&lt;ul&gt;&lt;li&gt;${resources.ownName()}&lt;/li&gt;&lt;/ul&gt;</description></item></channel></rss>`,
    }),
    expect: signedInOnly,
  },
  {
    op: contract.exportHighlights,
    key: 'read',
    input: () => ({ format: 'json' }),
    expect: signedInOnly,
    ownOnly: true,
  },
]
