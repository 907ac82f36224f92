import * as search from '@nestmark/contract/search/search'
import * as tags from '@nestmark/contract/tags'
import { ownerOnly, signedInOnly, type Row } from '../row.testing.ts'
import { words } from '../factory.testing.ts'

const none = [0, 0, 0, 0, 0]
const nothingFound = { links: [], folders: [], total: 0, total_folders: 0 }
const everywhere = Object.values(words)

export const tagRows: readonly Row[] = [
  { op: tags.listTags, key: 'read', input: () => ({}), expect: signedInOnly, ownOnly: true, empty: [] },
  {
    op: tags.countByCategory,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    empty: { category_counts: none, tags_count: 0 },
  },
  {
    op: tags.listLinksOfTag,
    key: 'read',
    input: async resources => ({ tag_id: await resources.tag() }),
    expect: ownerOnly('tags.notFound'),
  },
  {
    op: tags.addTags,
    key: 'write',
    input: resources => ({ tags: [resources.ownName()] }),
    expect: signedInOnly,
  },
  {
    op: tags.updateTag,
    key: 'write',
    input: async resources => ({ tag_id: await resources.tag(), tag_name: resources.name('renamed') }),
    expect: ownerOnly('tags.notFound'),
  },
  {
    op: tags.deleteTags,
    key: 'write',
    input: async resources => ({ tags: [await resources.tag()] }),
    expect: ownerOnly('tags.notFound'),
  },
  {
    op: tags.mergeTags,
    key: 'write',
    input: async resources => ({ tags: [await resources.tag()], into: await resources.tag() }),
    expect: ownerOnly('tags.notFound'),
  },
  {
    op: tags.restoreTags,
    key: 'write',
    input: async resources => ({ tags: [await resources.deletedTag()] }),
    expect: ownerOnly('tags.notFound'),
  },
  {
    op: tags.autofillTags,
    key: 'read',
    input: () => ({ input: 'tag', link: 'http://127.0.0.1:9/', name: everywhere.join(' ') }),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
]

/** Everyone gets tags of the items that they may see. The states differ only in what the response must not contain. */
const everybody = { private: signedInOnly, team: signedInOnly, public: signedInOnly }

export const searchRows: readonly Row[] = [
  {
    op: search.searchLibrary,
    key: 'read',
    input: resources => ({ input: words[resources.state] }),
    expect: everybody,
    empty: nothingFound,
  },
  {
    op: search.proSearch,
    key: 'read',
    input: resources => ({ input: words[resources.state] }),
    expect: everybody,
    empty: nothingFound,
  },
  {
    op: search.countSearchResults,
    key: 'read',
    input: resources => ({ input: words[resources.state] }),
    expect: everybody,
    empty: { category_counts: none },
  },
  {
    op: search.suggestSpelling,
    key: 'read',
    input: resources => ({ input: `${words[resources.state]}x` }),
    expect: everybody,
    ownOnly: true,
    empty: { suggestion: null },
  },
]
