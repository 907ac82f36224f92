import fc from 'fast-check'

const signs = fc.constantFrom(...'aB1é漢"\'<>&,;|\\{}[]#: ', '\n', '\t', '😀')
const text = (maxLength: number) => fc.string({ unit: signs, maxLength })
/** A text that is not empty, whatever is trimmed. */
const name = (maxLength: number) => text(maxLength - 2).map(rest => `n${rest}`)
const collection = fc.record({
  name: name(20),
  desc: text(40),
  /** The one above it, among those before it. */
  parent: fc.option(fc.nat(7)),
  isFirst: fc.boolean(),
  isFavourite: fc.boolean(),
  hasCover: fc.boolean(),
})
const kinds = ['page', 'picture', 'note', 'quote', 'list'] as const
const link = fc.record({
  kind: fc.constantFrom(...kinds, 'sound', 'photo'),
  name: name(30),
  path: fc.webPath(),
  desc: name(40),
  tags: fc.array(name(10), { maxLength: 4 }),
  items: fc.array(fc.record({ text: text(20), done: fc.boolean() }), { minLength: 1, maxLength: 3 }),
  place: fc.option(fc.nat(7)),
  note: fc.option(name(20)),
  isFavourite: fc.boolean(),
  isDescHidden: fc.boolean(),
  /** First in the manual order of its collection, so far. */
  isFirst: fc.boolean(),
  /** Saved a second time, in the same place. */
  hasTwin: fc.boolean(),
  /** The versions of the page. */
  copies: fc.array(name(20), { maxLength: 2 }),
  keep: fc.option(fc.constantFrom('full', 'reader', 'never')),
  bytes: fc.integer({ min: 24, max: 5000 }),
  hasThumbnail: fc.boolean(),
  highlights: fc.array(
    fc.record({
      text: name(30),
      comm: text(20),
      style: fc.constantFrom(1, 2, 3, 4),
      at: fc.option(fc.record({ start: fc.nat(), prefix: text(20), page: fc.option(fc.nat(99)) })),
      isChanged: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  /** A player was found in its page. */
  hasPlayer: fc.boolean(),
})
const feed = fc.record({ place: fc.option(fc.nat(7)), tag: fc.option(name(10)) })
const search = fc.record({
  name: name(20),
  input: name(20),
  category: fc.option(fc.constantFrom(1, 2, 3, 4, 5), { nil: undefined }),
  order: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
})
const rule = fc.record({
  host: fc.option(fc.constant('reed.example'), { nil: undefined }),
  title: fc.option(name(20), { nil: undefined }),
  tag: fc.option(name(10), { nil: undefined }),
  feed: fc.option(fc.nat(7)),
  /** A tag that links get: rules are different ones. */
  tags: fc.array(name(10), { minLength: 1, maxLength: 2 }),
  /** null for none, 0 outside of all. */
  into: fc.option(fc.nat(7)),
  removed: fc.option(name(10), { nil: undefined }),
  isFavourite: fc.boolean(),
  isActive: fc.boolean(),
})
/** A rule for every link, which gets a tag. */
const plainRule = {
  host: undefined,
  title: undefined,
  tag: undefined,
  feed: null,
  tags: ['reed'] as string[],
  into: null,
  removed: undefined,
  isFavourite: false,
  isActive: true,
}
const toLibrary = <Link>(of: fc.Arbitrary<Link>) =>
  fc.record({
    collections: fc.array(collection, { maxLength: 6 }),
    links: fc.array(of, { maxLength: 8 }),
    tags: fc.array(name(10), { maxLength: 3 }),
    feeds: fc.array(feed, { maxLength: 2 }),
    searches: fc.array(search, { maxLength: 2 }),
    rules: fc.array(rule, { maxLength: 3 }),
  })
/** Random libraries with files and copies of pages, and without them, which are made faster. */
export const librariesWithFiles = toLibrary(link)
export const librariesWithoutFiles = toLibrary(
  fc.record({ base: link, kind: fc.constantFrom(...kinds) }).map(({ base, kind }) => ({
    ...base,
    kind,
    copies: [],
  })),
)
export type RandomLibrary = typeof librariesWithFiles extends fc.Arbitrary<infer Value> ? Value : never

/** A library in which everything is that random ones have now and then. It has no files. */
export const fullLibrary: RandomLibrary = {
  collections: [
    { name: 'Birds', desc: 'Of the shore', parent: null, isFirst: false, isFavourite: true, hasCover: true },
    { name: 'Waders', desc: '', parent: 0, isFirst: true, isFavourite: false, hasCover: false },
  ],
  links: kinds.map(kind => ({
    kind,
    name: `A ${kind}`,
    path: '/a',
    desc: 'A text',
    tags: ['water, still', 'bird'],
    items: [{ text: 'Seen', done: true }],
    place: 1,
    note: 'In May',
    isFavourite: true,
    isDescHidden: true,
    isFirst: true,
    hasTwin: kind === 'note',
    copies: [],
    keep: 'reader',
    bytes: 24,
    hasThumbnail: false,
    highlights: [
      {
        text: 'a wall of sod',
        comm: '',
        style: 2,
        at: { start: 9, prefix: 'b', page: null },
        isChanged: true,
      },
      { text: 'a roof', comm: 'Look', style: 3, at: { start: 3, prefix: '', page: 4 }, isChanged: false },
      { text: 'a window', comm: '', style: 1, at: null, isChanged: false },
    ],
    hasPlayer: true,
  })),
  tags: ['wish'],
  feeds: [{ place: 1, tag: 'news' }],
  searches: [{ name: 'Water', input: 'tag:water', category: 3, order: 2 }],
  rules: [
    { ...plainRule, host: 'reed.example', title: 'Roof', into: 1, isActive: false },
    { ...plainRule, feed: 0, into: 0, removed: '| Reed', isFavourite: true },
  ],
}
