const at = '2023-11-14T22:13:20Z'

/** Files of JSON formats, made after the facts about them, and what they have. */
export const jsonSamples: [value: unknown, expected: string[]][] = [
  [
    {
      guid: 'root________',
      title: '',
      typeCode: 2,
      type: 'text/x-moz-place-container',
      root: 'placesRoot',
      children: [
        { title: 'menu', type: 'text/x-moz-place-container', root: 'bookmarksMenuFolder', children: [] },
        {
          title: 'Lesezeichen-Symbolleiste',
          type: 'text/x-moz-place-container',
          root: 'toolbarFolder',
          children: [
            {
              title: 'Bread',
              type: 'text/x-moz-place',
              uri: 'https://bread.example/',
              dateAdded: 1_700_000_000_000_000,
              tags: 'a,slow food',
              keyword: 'b',
            },
            { title: '', type: 'text/x-moz-place-separator' },
            {
              title: 'Inner',
              typeCode: 2,
              type: 'text/x-moz-place-container',
              annos: [{ name: 'bookmarkProperties/description', value: 'About' }],
              children: [{ title: 'Visited', type: 'text/x-moz-place', uri: 'place:sort=8' }],
            },
          ],
        },
      ],
    },
    [
      '= firefoxJson',
      '+ Bookmarks Toolbar',
      '  Bread <https://bread.example/> #a #slow food @1700000000 key=b',
      '  + Inner "About"',
      '    ! place: Visited',
      'separators 1',
    ],
  ],
  [
    {
      checksum: 'x',
      roots: {
        bookmark_bar: {
          children: [
            {
              date_added: '13344473600000000',
              name: 'Bread',
              type: 'url',
              url: 'https://bread.example/',
              meta_info: { Description: 'About', Nickname: 'b' },
            },
            {
              children: [{ name: '', date_added: '0', type: 'url', url: 'https://turf.example/' }],
              name: 'Inner',
              type: 'folder',
            },
            { name: 'Start', type: 'url', url: 'vivaldi://start' },
          ],
          name: 'Lesezeichenleiste',
          type: 'folder',
        },
        other: { children: [], name: 'Weitere', type: 'folder' },
        sync_transaction_version: '1',
        trash: {
          children: [{ name: 'Removed', type: 'url', url: 'https://removed.example/' }],
          type: 'folder',
        },
      },
      version: 1,
    },
    [
      '= chromiumJson',
      '+ Lesezeichenleiste',
      '  Bread <https://bread.example/> @1700000000 key=b "About"',
      '  + Inner',
      '    https://turf.example/ <https://turf.example/>',
      '  ! vivaldi: Start',
    ],
  ],
  [
    [
      {
        href: 'https://bread.example/',
        description: 'Bread',
        extended: 'About',
        meta: 'm',
        hash: 'h',
        time: at,
        shared: 'no',
        toread: 'yes',
        tags: 'a b',
      },
      {
        href: 'https://turf.example/',
        description: false,
        extended: '',
        time: at,
        shared: 'yes',
        toread: 'no',
        tags: '',
      },
    ],
    [
      '= pinboardJson',
      'Bread <https://bread.example/> #a #b @1700000000 unread private "About"',
      'https://turf.example/ <https://turf.example/> @1700000000',
    ],
  ],
  [
    {
      collections: [
        { _id: 1, title: 'Food' },
        { _id: 2, title: 'Slow', parent: { $id: 1 } },
      ],
      items: [
        {
          _id: 9,
          link: 'https://bread.example/',
          title: 'Bread',
          excerpt: 'About',
          note: 'mine',
          tags: ['a'],
          collection: { $id: 2 },
          created: at,
          cover: '',
          important: true,
          highlights: [{ text: 'Crust', note: 'wow', color: 'green', created: at }],
        },
        { link: 'https://turf.example/', title: 'Turf', tags: [], collection: { $id: -1 } },
        { link: 'https://removed.example/', title: 'Removed', collection: { $id: -99 } },
      ],
    },
    [
      '= raindropJson',
      '+ Food',
      '  + Slow',
      '    Bread <https://bread.example/> #a @1700000000 fav "mine//About" {Crust|wow|4}',
      'Turf <https://turf.example/>',
      '! deleted Removed',
    ],
  ],
  [
    [
      {
        title: 'Bread',
        url: 'https://bread.example/',
        description: 'About',
        tags: ['a'],
        created: '1700000000',
        private: '1',
        others: 3,
        owner: 'x',
      },
      { title: '', url: 'https://turf.example/', tags: [''], created: '1700000000', private: '0' },
    ],
    [
      '= deliciousJson',
      'Bread <https://bread.example/> #a @1700000000 private "About"',
      'https://turf.example/ <https://turf.example/> @1700000000',
    ],
  ],
  [
    [
      {
        id: '1',
        slug: 'bread-1',
        title: 'Bread',
        description: 'About',
        author: 'x',
        url: 'https://bread.example/',
        state: 'Archived',
        readingProgress: 5,
        thumbnail: 'https://c.example/x.png',
        labels: ['a'],
        savedAt: at,
        updatedAt: at,
        publishedAt: null,
      },
      {
        slug: 'removed',
        title: 'Removed',
        url: 'https://removed.example/',
        state: 'Deleted',
        labels: [{ name: 'b' }],
        savedAt: at,
      },
    ],
    [
      '= omnivoreJson',
      'Bread <https://bread.example/> #a @1700000000 archived image=https://c.example/x.png "About"',
      '! deleted Removed',
    ],
  ],
  [
    {
      bookmarks: [
        {
          createdAt: 1_700_000_000,
          title: 'Bread',
          tags: ['a'],
          lists: ['2', '3', '4'],
          content: { type: 'link', url: 'https://bread.example/' },
          note: 'mine',
          archived: true,
        },
        {
          createdAt: 1_700_000_000,
          title: null,
          tags: [],
          content: { type: 'text', text: 'A thought' },
          note: null,
        },
        { createdAt: 1_700_000_000, title: 'scan.pdf', tags: [], content: null, note: null },
      ],
      lists: [
        { id: '1', name: 'Food', icon: '🍞', type: 'manual', parentId: null },
        { id: '2', name: 'Slow', type: 'manual', parentId: '1' },
        { id: '3', name: 'Later', type: 'manual', parentId: '3' },
        { id: '4', name: 'Searched', type: 'smart', query: 'x', parentId: null },
      ],
    },
    [
      '= karakeepJson',
      '- query Searched 1',
      '+ Food',
      '  + Slow',
      '    Bread <https://bread.example/> #a @1700000000 archived also=Later "mine"',
      ' <> @1700000000 "A thought"',
      '! upload scan.pdf',
    ],
  ],
  [
    {
      id: 1,
      name: 'Ada',
      collections: [
        {
          id: 2,
          name: 'Slow',
          description: 'About',
          parentId: 1,
          createdAt: at,
          rssSubscriptions: [{ name: 'Feed', url: 'https://f.example/' }],
          links: [
            {
              id: 7,
              name: 'Bread',
              type: 'url',
              description: 'x',
              url: 'https://bread.example/',
              tags: [{ name: 'a' }],
              createdAt: at,
              importDate: null,
            },
          ],
        },
        {
          id: 1,
          name: 'Food',
          description: '',
          parentId: null,
          createdAt: at,
          links: [{ id: 8, name: 'scan', type: 'pdf', description: '', url: null, tags: [], createdAt: at }],
        },
        { id: 3, name: 'Alone', parentId: 99, links: [] },
      ],
      pinnedLinks: [{ id: 7 }],
    },
    [
      '= linkwardenJson',
      '+ Food',
      '  - feed Feed 1',
      '  + Slow "About"',
      '    Bread <https://bread.example/> #a @1700000000 fav "x"',
      '  ! upload scan',
      '+ Alone',
    ],
  ],
]
