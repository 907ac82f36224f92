import { iso, json, type Write } from '../testRows.testing.ts'

/** Writes random rows in each format that is JSON, as its program does. */
export const jsonWriters = {
  firefoxJson: json(
    row => ({
      type: 'text/x-moz-place',
      title: row.title,
      uri: row.address,
      tags: row.tag,
      dateAdded: row.added * 1e6,
    }),
    children => ({
      type: 'text/x-moz-place-container',
      root: 'placesRoot',
      children: [{ type: 'text/x-moz-place-container', title: 'x', children }],
    }),
  ),
  chromiumJson: json(
    row => ({
      date_added: String((row.added + 11_644_473_600) * 1e6),
      name: row.title,
      type: 'url',
      url: row.address,
    }),
    children => ({ roots: { other: { children, name: 'Other', type: 'folder' } } }),
  ),
  pinboardJson: json(row => ({
    href: row.address,
    description: row.title,
    extended: row.note,
    time: iso(row.added),
    tags: row.tag,
  })),
  raindropJson: json(
    row => ({
      link: row.address,
      title: row.title,
      note: row.note,
      tags: [row.tag],
      created: iso(row.added),
      collection: { $id: 1 },
    }),
    items => ({ items, collections: [{ _id: 1, title: 'One' }] }),
  ),
  deliciousJson: json(row => ({
    title: row.title,
    url: row.address,
    description: row.note,
    tags: [row.tag],
    created: String(row.added),
    private: '0',
  })),
  omnivoreJson: json((row, n) => ({
    slug: String(n),
    title: row.title,
    url: row.address,
    state: n % 3 ? 'Active' : 'Deleted',
    labels: [row.tag],
    savedAt: iso(row.added),
  })),
  karakeepJson: json(
    row => ({
      createdAt: row.added,
      title: row.title,
      tags: [row.tag],
      content: row.address ? { type: 'link', url: row.address } : null,
      note: row.note,
      lists: ['1', '2'],
    }),
    bookmarks => ({
      bookmarks,
      lists: [
        { id: '1', name: 'One', type: 'manual', parentId: '2' },
        { id: '2', name: 'Two', type: 'manual', parentId: '1' },
      ],
    }),
  ),
  linkwardenJson: json(
    (row, n) => ({
      id: n,
      name: row.title,
      url: row.address || null,
      description: row.note,
      tags: [{ name: row.tag }],
      createdAt: iso(row.added),
    }),
    links => ({
      collections: [
        { id: 1, name: 'One', parentId: 2, links },
        { id: 2, name: 'Two', parentId: 1, links: [] },
      ],
      pinnedLinks: links.slice(0, 1),
    }),
  ),
  wallabagJson: json((row, n) => ({
    id: n,
    title: row.title,
    url: row.address,
    is_archived: n % 2,
    tags: [row.tag],
    content: row.note,
    created_at: iso(row.added),
  })),
  readabilityJson: json(
    row => ({
      article__title: row.title,
      article__url: row.address,
      article__excerpt: row.note,
      date_added: iso(row.added),
    }),
    bookmarks => ({ bookmarks }),
  ),
  elcuratorJson: json(row => ({
    title: row.title,
    url: row.address,
    description: row.note,
    tags: [row.tag],
    created_at: iso(row.added),
    is_saved: true,
  })),
  diigoJson: rows =>
    rows
      .map(row =>
        JSON.stringify({
          title: row.title,
          url: row.address,
          tags: row.tag,
          description: row.note,
          created_at: row.added,
          readed: 1,
        }),
      )
      .join('\n'),
  zoteroJson: json(
    (row, n) => ({
      itemType: 'webpage',
      itemID: n,
      title: row.title,
      url: row.address,
      abstractNote: row.note,
      tags: [{ tag: row.tag }],
      dateAdded: iso(row.added),
    }),
    items => ({
      config: { label: 'BetterBibTeX JSON' },
      collections: { A: { name: 'A', parent: 'A', items: [0, 1] } },
      items,
    }),
  ),
  cslJson: json(row => ({ type: 'webpage', title: row.title, URL: row.address, abstract: row.note })),
  tabSessionJson: json((row, n) => ({
    name: String(n),
    date: row.added * 1000,
    windows: { 1: { 2: { url: row.address, title: row.title } } },
    tag: [row.tag],
  })),
  tobyJson: json(
    (row, n) => ({ title: String(n), labels: [row.tag], cards: [{ title: row.title, url: row.address }] }),
    lists => ({ version: 3, lists }),
  ),
  goodlinksJson: json(row => ({
    url: row.address,
    title: row.title,
    summary: row.note,
    tags: [row.tag],
    addedAt: row.added,
  })),
  anyboxJson: json(row => ({
    url: row.address,
    title: row.title,
    description: row.note,
    tags: [row.tag],
    folder: row.tag,
    dateAdded: iso(row.added),
  })),
  sessionBuddyJson: json(
    (row, n) => ({
      name: String(n),
      windows: [{ tabs: [{ url: row.address, title: row.title }] }, { tabs: [] }],
    }),
    sessions => ({ sessions }),
  ),
  starredJson: json(
    row => ({
      title: row.title,
      published: row.added,
      canonical: [{ href: row.address }],
      categories: [`user/1/label/${row.tag}`],
    }),
    items => ({ items }),
  ),
  nestmarkJson: json(
    (row, n) => ({
      id: String(n),
      title: row.title,
      address: row.address,
      description: row.note,
      category: 3,
      tags: [row.tag],
      collection: n % 2 ? 'a' : null,
      created_at: row.added * 1000,
    }),
    links => ({
      format: 'nestmark-library',
      version: 1,
      collections: [{ id: 'a', name: 'A', parent: null }],
      links,
      highlights: [],
    }),
  ),
} satisfies Record<string, Write>
