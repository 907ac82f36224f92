import * as z from 'zod/mini'
import { libraryFormat, libraryVersion } from './format.ts'

/**
 * The shape of nestmark.json, the data of a library in the ZIP of everything: the writer fills its types, the reader takes
 * them, and the published JSON Schema is derived from it. Pages take only its types, because they have no zod.
 */

const text = (about: string) => z.string().check(z.describe(about))
const yes = (about: string) => z.boolean().check(z.describe(about))
const count = (about: string) => z.int().check(z.describe(about))
const time = (about: string) => z.number().check(z.describe(`${about} In milliseconds since 1970 (UTC).`))
/** The texts of what is encrypted. docs/encryption.md has its form. */
const envelope = (about: string) => z.optional(text(`${about} An envelope.`))

const role = z.enum(['read', 'write'])

const person = z.object({ name: z.string(), email: z.string(), role, since: time('When it was shared.') })

/** Who else may see a collection, as text: an import shares nothing. */
const sharing = z.object({
  public: yes('Anyone may read it.'),
  suggestions: yes('Readers may suggest links.'),
  people: z.array(person),
  invitations: z.array(z.object({ email: z.string(), role })),
  domain: z.optional(
    z
      .object({ host: z.string(), verified: yes('It was proven that the owner has it.') })
      .check(z.describe('The domain that shows the collection. An import does not take it over.')),
  ),
  look: z.optional(
    z
      .object({
        name: z.string(),
        accent: text('As #rrggbb; empty for the usual colour.'),
        paper: text('As #rrggbb; empty for the usual colour.'),
        logo: z.optional(text('A WebP picture, in Base64.')),
      })
      .check(z.describe('The white label of its company page. An import does not take it over.')),
  ),
})
export type LibrarySharing = z.output<typeof sharing>

const collection = z.object({
  id: text('Unique in the file.'),
  name: z.string(),
  path: z.array(z.string()).check(z.describe('Its name and those above it, the outermost first.')),
  parent: z.nullable(z.string()).check(z.describe('The id of the collection above; null at the top level.')),
  position: z
    .number()
    .check(z.describe('The manual order of siblings: a lower one comes first; equal ones by their age.')),
  description: z.string(),
  favourite: z.boolean(),
  favourite_at: z.nullable(time('When it became a favourite.')),
  cover: z.nullable(z.string()).check(z.describe('The id of the link whose picture it shows.')),
  enc_id: z.optional(text('The validation value of its key. Its links are meant to be encrypted.')),
  hide_tags: z.optional(yes('Its encrypted links have no tags in plain text.')),
  sharing: z.optional(sharing),
  short_address: z.optional(z.string()),
  created_at: time('When it was created.'),
  updated_at: time('When it was last changed.'),
})
export type LibraryCollection = z.output<typeof collection>

const file = z.object({
  kind: z
    .enum(['file', 'poster', 'copy', 'reader', 'pdf', 'screenshot'])
    .check(
      z.describe(
        'An uploaded file, its poster, the copy of the page, its article, or what a browser made of it.',
      ),
    ),
  number: count('Of a file and its poster: their order. Of a copy and an article: the number in `copies`.'),
  name: z.string(),
  media_type: z.string(),
  path: text('Where it is in the ZIP.'),
  saved_at: time('When it was saved.'),
  sealed: envelope('The key, the name and the type of an encrypted file.'),
})
export type LibraryFileEntry = z.output<typeof file>

const copy = z.object({
  number: count('Grows with each version of the page.'),
  saved_at: time('When the page was read.'),
  mode: z.enum(['full', 'reader', 'file']),
  kind: z.enum(['article', 'text', 'file']),
  title: z.string(),
  byline: z.string(),
  site_name: z.string(),
  language: text('By BCP 47; empty when it is unknown.'),
  direction: z.enum(['ltr', 'rtl']),
  words: z.number(),
  published_at: z.nullable(time('When the page was published.')),
  pictures_wanted: z.number(),
  pictures_kept: z.number(),
  digest: text('SHA-256 of the text, or of the file.'),
})
export type LibraryCopy = z.output<typeof copy>

const checklist = z.array(z.object({ text: z.string(), done: z.boolean() }))

const link = z.object({
  id: text('Unique in the file.'),
  collection: z.nullable(z.string()).check(z.describe('The id of its collection; null outside of all.')),
  title: z.string(),
  address: text('Empty for notes and files without one.'),
  description: z.string(),
  description_shown: yes('Visitors of a public collection see the description.'),
  private_note: z.string(),
  category: z
    .int()
    .check(z.minimum(1), z.maximum(5), z.describe('1 image, 2 video, 3 link, 4 note, 5 audio.')),
  sub_category: z.nullable(z.string()),
  tags: z.array(z.string()),
  favourite: z.boolean(),
  favourite_at: z.nullable(time('When it became a favourite.')),
  checklist,
  picture: text('The address of its picture, if it has one.'),
  player: z.optional(text('The address of its player, when it was found in the page.')),
  public: yes('Anyone with its address may read it.'),
  short_address: z.optional(z.string()),
  encrypted_with: z.optional(
    text('The id of the key; title, address, description and private_note are envelopes then.'),
  ),
  encrypted_checklist: envelope('The checklist of an encrypted link.'),
  encrypted_picture: envelope('The picture of an encrypted link.'),
  keep_copies: z.optional(
    z.enum(['full', 'reader', 'never']).check(z.describe('Which copies of its page are stored.')),
  ),
  copies: z.optional(z.array(copy)),
  reading: z.optional(
    z
      .object({
        version: count('The number in `copies`.'),
        offset: count('The first visible character of the article, in UTF-16 code units.'),
        at: time('When it was last read.'),
      })
      .check(z.describe('How far it was read.')),
  ),
  files: z.array(file),
  created_at: time('When it was created.'),
  updated_at: time('When it was last changed.'),
})
export type LibraryLink = z.output<typeof link>

const offset = z.int().check(z.minimum(0))
const anchor = z
  .object({
    quote: z.object({ exact: z.string(), prefix: z.string(), suffix: z.string() }),
    position: z.object({ start: offset, end: offset }),
    pdf: z.optional(z.object({ page: z.int().check(z.minimum(1)) })),
  })
  .check(
    z.describe('The quoted words with those around, and their offsets in the normalised text of the page.'),
  )

const highlight = z.object({
  id: text('Unique in the file.'),
  text: z.string(),
  comment: z.string(),
  style: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
    .check(z.describe('1 yellow, 2 blue, 3 pink, 4 green.')),
  anchor: z.nullable(anchor),
  sealed: envelope('Text, comment and anchor of an encrypted highlight.'),
  created_at: time('When it was created.'),
  updated_at: time('When it was last changed.'),
})

const page = z.object({
  address: z.string(),
  encrypted_link: z.optional(text('The id of the encrypted link whose page it is.')),
  title: z.string(),
  highlights: z.array(highlight),
})
export type LibraryPage = z.output<typeof page>

/** What a person has noted and marked in the collections of others. */
const foreignLink = z.object({
  title: z.string(),
  address: z.string(),
  collection: text('The name of its collection.'),
  favourite: z.boolean(),
  private_note: z.string(),
})
export type LibraryForeignLink = z.output<typeof foreignLink>

const settings = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  view_links: z.enum(['grid', 'list', 'mosaic']),
  view_collections: z.enum(['compact', 'detailed']),
  load_players: z.enum(['click', 'hover']),
  clipboard: z.nullable(z.boolean()).check(z.describe('Copied addresses are offered; null: not asked yet.')),
  daily_email: z.boolean(),
  keep_copies: z.enum(['full', 'reader', 'never']),
  check_links: z.optional(
    z.enum(['never', 'weekly', 'monthly']).check(z.describe('How often the links are checked.')),
  ),
})
export type LibrarySettings = z.output<typeof settings>

const pastImport = z.object({
  at: time('When it ended.'),
  links: z.number(),
  collections: z.number(),
  skipped: z.number(),
  shortened: z.number(),
})
export type LibraryImport = z.output<typeof pastImport>

const savedSearch = z.object({
  name: z.string(),
  input: text('As it was typed.'),
  type: count('What it searches; 1 to 8, as in the API.'),
  category: z.nullable(z.number()).check(z.describe('Only links of this category; null for all.')),
  order: z
    .nullable(z.union([z.literal(1), z.literal(2)]))
    .check(z.describe('1 the newest first, 2 the oldest first, null by relevance.')),
  created_at: time('When it was saved.'),
})
export type LibrarySearch = z.output<typeof savedSearch>

const feed = z.object({
  collection: z
    .nullable(z.string())
    .check(z.describe('The id of the collection that gets its entries; null outside of all.')),
  address: z.string(),
  title: text('Its own title; empty before it was read.'),
  tag: z.nullable(z.string()).check(z.describe('The tag of its links; null for none.')),
  created_at: time('When it was added.'),
})
export type LibraryFeed = z.output<typeof feed>

const rule = z.object({
  active: yes('It applies to new links.'),
  conditions: z
    .object({
      host: z.optional(z.string()),
      path: z.optional(z.string()),
      title: z.optional(z.string()),
      tag: z.optional(z.string()),
      feed: z.optional(text('The address of the feed; empty when the feed was removed.')),
    })
    .check(z.describe('What a link must be like; all that are given.')),
  actions: z
    .object({
      tags: z.optional(z.array(z.string())),
      collection: z.optional(
        z.nullable(z.string()).check(z.describe('The id of a collection; null outside of all.')),
      ),
      favourite: z.optional(z.number()),
      site_name: z.optional(z.number()),
      remove_text: z.optional(z.string()),
      tracking: z.optional(z.number()),
    })
    .check(z.describe('What becomes of it, as in the API.')),
  created_at: time('When it was made.'),
})
export type LibraryRule = z.output<typeof rule>

/** What precedes the lists, on the first line of the file. An export of a part of a library has no more than is required. */
const libraryHead = z.object({
  format: z.literal(libraryFormat),
  version: z.literal(libraryVersion),
  $schema: z.optional(text('The address of this schema.')),
  server: text('The address of the server that wrote the file.'),
  exported_at: time('When the file was written.'),
  owner: z.optional(z.object({ name: z.string(), email: z.string() })),
  encrypted_left_out: z.optional(
    count('The number of encrypted links that an export of a part leaves out; absent for none.'),
  ),
  settings: z.optional(settings),
  tags: z.optional(z.array(z.string()).check(z.describe('All tags, also those without links.'))),
  searches: z.optional(z.array(savedSearch).check(z.describe('The saved searches, the oldest first.'))),
  rules: z.optional(z.array(rule).check(z.describe('The rules, in their order.'))),
  imports: z.optional(
    z.array(pastImport).check(z.describe('The imports of the last 30 days, the newest first.')),
  ),
})
export type LibraryHead = z.output<typeof libraryHead>

export const libraryFile = z.extend(libraryHead, {
  collections: z.array(collection).check(z.describe('Each after the one above it.')),
  links: z.array(link).check(z.describe('Those of one collection are in its manual order.')),
  feeds: z.optional(z.array(feed).check(z.describe('What the collections listen to, the oldest first.'))),
  highlights: z.optional(z.array(page)),
  on_links_of_others: z.optional(z.array(foreignLink)),
})
export type LibraryFile = z.output<typeof libraryFile>
