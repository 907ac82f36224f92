const at = '2023-11-14T22:13:20Z'

/** Further files of JSON formats, made after the facts about them, and what they have. */
export const moreJsonSamples: [value: unknown, expected: string[]][] = [
  [
    [
      {
        id: 1,
        title: 'Bread',
        url: 'https://bread.example/',
        is_archived: 1,
        is_starred: true,
        tags: ['a'],
        content: '<p>long</p>',
        created_at: '2023-11-14T22:13:20+0000',
        updated_at: '2023-11-14T22:13:20+00:00',
        annotations: [{ text: 'wow', quote: 'Crust', ranges: [] }],
        preview_picture: 'https://c.example/x.png',
      },
      { id: '2', title: 'Turf', url: 'https://turf.example/', is_archived: false },
    ],
    [
      '= wallabagJson',
      'Bread <https://bread.example/> #a @1700000000 fav archived image=https://c.example/x.png {Crust|wow|1}',
      'Turf <https://turf.example/>',
    ],
  ],
  [
    {
      bookmarks: [
        {
          article__title: 'Bread',
          article__url: 'https://bread.example/',
          article__excerpt: 'A &amp; B',
          date_added: at,
          favorite: 1,
          archive: false,
        },
        { article__title: 'No title found', article__url: 'https://turf.example/' },
      ],
      recommendations: [],
    },
    [
      '= readabilityJson',
      'Bread <https://bread.example/> @1700000000 fav "A & B"',
      'https://turf.example/ <https://turf.example/>',
    ],
  ],
  [
    [
      {
        title: 'Bread',
        url: 'https://bread.example/',
        description: null,
        tags: ['a'],
        created_at: '2023-11-14 22:13:20 UTC',
        is_saved: true,
      },
    ],
    ['= elcuratorJson', 'Bread <https://bread.example/> #a @1700000000'],
  ],
  [
    [
      {
        title: 'Bread',
        url: 'https://bread.example/',
        tags: 'a,b',
        description: '',
        annotations: [{ content: '<b>Crust</b>', comments: [{ content: 'wow' }] }],
        comments: [],
        created_at: 1_700_000_000,
        private: true,
        readed: 0,
      },
    ],
    ['= diigoJson', 'Bread <https://bread.example/> #a #b @1700000000 unread private {Crust|wow|1}'],
  ],
  [
    {
      config: { label: 'BetterBibTeX JSON' },
      version: 1,
      collections: {
        A: { key: 'A', name: 'Food', parent: false, items: [] },
        B: { key: 'B', name: 'Slow', parent: 'A', items: [5] },
      },
      items: [
        {
          itemType: 'webpage',
          itemID: 5,
          title: 'Bread',
          url: 'https://bread.example/',
          dateAdded: at,
          abstractNote: 'About',
          tags: [{ tag: 'a', type: 1 }],
          notes: [{ note: '<p>mine</p>' }],
          attachments: [{ path: '/x.pdf' }],
        },
        { itemType: 'journalArticle', itemID: 6, title: 'Rye', DOI: '10.1000/rye' },
        { itemType: 'book', itemID: 7, title: 'Book' },
      ],
    },
    [
      '= zoteroJson',
      '+ Food',
      '  + Slow',
      '    Bread <https://bread.example/> #a @1700000000 "About//mine"',
      'Rye <https://doi.org/10.1000/rye>',
      '! empty Book',
    ],
  ],
  [
    [
      {
        id: 'x',
        type: 'webpage',
        title: 'Bread',
        URL: 'https://bread.example/',
        abstract: 'About',
        accessed: { 'date-parts': [[2023, 11, 14]] },
      },
    ],
    ['= cslJson', 'Bread <https://bread.example/> @1699920000 "About"'],
  ],
  [
    [
      {
        name: 'Monday',
        date: 1_700_000_000_000,
        windows: {
          1: { 10: { url: 'https://bread.example/', title: 'Bread', lastAccessed: 1_700_000_001_000 } },
          2: { 11: { url: 'about:blank', title: 'New' } },
        },
        tag: ['a'],
      },
    ],
    [
      '= tabSessionJson',
      '+ Monday',
      '  + Window 1',
      '    Bread <https://bread.example/> #a @1700000001',
      '  + Window 2',
      '    ! about: New',
    ],
  ],
  [
    {
      version: 3,
      lists: [
        {
          title: 'Food',
          labels: ['a'],
          cards: [
            { title: 'x', url: 'https://bread.example/', customTitle: 'Bread', customDescription: 'mine' },
          ],
        },
      ],
    },
    ['= tobyJson', '+ Food', '  Bread <https://bread.example/> #a "mine"'],
  ],
  [
    [
      {
        url: 'https://bread.example/',
        title: 'Bread',
        summary: 'About',
        tags: ['a'],
        starred: true,
        readAt: null,
        addedAt: 1_700_000_000,
        highlights: [{ content: 'Crust', note: 'wow', time: 1_700_000_000 }],
      },
    ],
    ['= goodlinksJson', 'Bread <https://bread.example/> #a @1700000000 fav unread "About" {Crust|wow|1}'],
  ],
  [
    {
      links: [
        {
          url: 'https://bread.example/',
          title: 'Bread',
          description: 'About',
          tags: ['a'],
          folder: 'Food',
          starred: true,
          dateAdded: at,
        },
      ],
    },
    ['= anyboxJson', '+ Food', '  Bread <https://bread.example/> #a @1700000000 fav "About"'],
  ],
  [
    {
      sessions: [
        {
          name: 'Monday',
          created: 1_700_000_000_000,
          windows: [{ tabs: [{ url: 'https://bread.example/', title: 'Bread' }] }],
        },
      ],
    },
    ['= sessionBuddyJson', '+ Monday', '  Bread <https://bread.example/> @1700000000'],
  ],
  [
    {
      id: 'x',
      items: [
        {
          title: 'Bread',
          published: 1_700_000_000,
          canonical: [{ href: 'https://bread.example/' }],
          categories: ['user/1/state/com.google/read', 'user/1/label/a'],
          origin: { title: 'The Oven' },
        },
      ],
    },
    ['= starredJson', 'Bread <https://bread.example/> #a @1700000000 "The Oven"'],
  ],
  [
    {
      format: 'nestmark-library',
      version: 1,
      server: 'x',
      rules: [{ active: true, conditions: {}, actions: { collection: 'c2' } }],
      collections: [
        { id: 'c2', name: 'Slow', parent: 'c1', description: 'About', favourite: true },
        { id: 'c1', name: 'Food', parent: null, description: '' },
      ],
      links: [
        {
          id: 'l1',
          title: 'Bread',
          address: 'https://bread.example/',
          description: 'x',
          private_note: 'mine',
          category: 3,
          tags: ['a,b'],
          favourite: true,
          checklist: [{ text: 'flour', done: true }],
          picture: '',
          created_at: 1_700_000_000_000,
          updated_at: 1_700_000_000_000,
          collection: 'c2',
          files: [],
        },
        {
          id: 'l2',
          title: 'scan.pdf',
          address: '',
          category: 4,
          tags: [],
          files: [{ kind: 'file', path: 'files/x.pdf' }],
          collection: null,
        },
        { id: 'l3', title: 'envelope', encrypted_with: 'k', collection: null },
      ],
      highlights: [
        {
          address: 'https://bread.example/',
          title: 'Bread',
          highlights: [{ text: 'Crust', comment: '', style: 2 }],
        },
        { address: '', title: '', highlights: [{ text: '', sealed: 'envelope' }] },
      ],
    },
    [
      '= nestmarkJson',
      'page <https://bread.example/> {Crust}',
      'scan.pdf <>',
      '! encrypted ',
      '+ Food',
      '  + Slow "About"',
      '    Bread <https://bread.example/> #a,b @1700000000 fav "x"',
      'rule 1 {"collection":"c2"}',
      '- sealed  1',
    ],
  ],
]
