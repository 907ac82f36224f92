import * as noteContract from '@nestmark/contract/linkNote'
import * as contract from '@nestmark/contract/links'
import { members, noToken, oneself, owners, readers, restorers, type Row, writers } from '../row.testing.ts'
import type { Things } from '../factory.testing.ts'

const readOnly = 'links.readOnly'
const notFound = 'links.notFound'
const hidden = 'links.private'
const failed = 'scrape.failed'

/** Returns a set with all links of a fresh collection. */
const every = async (things: Things) => ({ every: { folder_id: await things.fullCollection() } })
/** Bulk actions act on a collection, which is not found for people who may not see it. */
const ofSet = writers(readOnly, 'collections.notFound')

export const savingRows: readonly Row[] = [
  {
    op: contract.saveLink,
    key: 'write',
    input: things => ({ ...things.note(), parent: things.place }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  {
    op: contract.saveLinks,
    key: 'write',
    input: things => ({ links: [things.note(), things.note()], parent: things.place }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  {
    op: contract.oneClickSave,
    key: 'write',
    input: things => ({ url: 'http://127.0.0.1:9/', tags: [things.name('tag')], parent: things.place }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  {
    op: contract.findSaved,
    key: 'read',
    input: () => ({ link: 'http://127.0.0.1:9/' }),
    expect: oneself,
    ownOnly: true,
    empty: { links: [], total: 0 },
  },
  {
    op: contract.scrapeLink,
    key: 'read',
    input: () => ({ link: 'http://127.0.0.1:9/' }),
    expect: [failed, failed, failed, failed, failed],
  },
  {
    op: contract.thumbnailProxy,
    key: 'read',
    input: () => ({ image: 'http://127.0.0.1:9/' }),
    expect: [failed, failed, failed, failed, noToken],
  },
]

export const linkRows: readonly Row[] = [
  {
    op: contract.updateLink,
    key: 'write',
    input: async things => ({ link_id: await things.link(), name: things.name('renamed') }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.updateLink,
    case: 'Z04 the caller’s own link, into the place',
    key: 'write',
    input: async (things, role) => ({ link_id: await things.ownLink(role), parent: things.place }),
    expect: {
      private: ['done', 'collections.notFound', 'collections.notFound', 'collections.notFound', noToken],
      team: ['done', 'collections.otherOwner', 'collections.readOnly', 'collections.notFound', noToken],
      public: ['done', 'collections.otherOwner', 'collections.readOnly', 'collections.readOnly', noToken],
    },
  },
  {
    op: contract.getSingleLink,
    key: 'read',
    input: async things => ({ link_id: await things.notedLink() }),
    expect: readers(hidden, noToken),
  },
  {
    op: noteContract.getNote,
    key: 'read',
    input: async things => ({ link_id: await things.notedLink() }),
    expect: readers(notFound, noToken),
  },
  {
    op: noteContract.saveNote,
    key: 'write',
    input: async (things, role) => ({
      link_id: await things.notedLink(),
      note: `noteof${role} ${things.ownName()}`,
    }),
    expect: readers(notFound, noToken),
  },
  {
    op: noteContract.deleteNote,
    key: 'write',
    input: async (things, role) => ({ link_id: await things.notedLink(role) }),
    expect: readers(notFound, noToken),
  },
  {
    op: contract.dashboardLinks,
    key: 'read',
    input: () => ({}),
    expect: oneself,
    ownOnly: true,
    empty: { links: [], total: 0 },
  },
  {
    op: contract.dashboardLinks,
    case: 'of a collection',
    key: 'read',
    input: things => ({ folder_id: things.place }),
    expect: readers('collections.notFound', noToken),
  },
  {
    op: contract.getFolderLinks,
    key: 'read',
    input: things => ({ folder_id: things.place, include_sub: 1 }),
    expect: readers('collections.private', 'sees'),
  },
  {
    op: contract.getFolderLinks,
    case: 'with words, a tag and the caller’s favourites',
    key: 'read',
    input: async things => ({
      folder_id: things.top,
      include_sub: 1,
      input: 'note',
      tag: await things.tag(),
      favourite: 1,
    }),
    expect: {
      ...readers('collections.private', 'sees'),
      // The write member has access only to a descendant.
      team: ['done', 'collections.private', 'done', 'collections.private', 'collections.private'],
    },
  },
]

export const linkActionRows: readonly Row[] = [
  {
    op: contract.moveLinks,
    key: 'write',
    input: async things => ({ links: [await things.link()], move_to: await things.collection() }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.moveLinks,
    case: 'Z04 the caller’s own link, into the place',
    key: 'write',
    input: async (things, role) => ({ links: [await things.ownLink(role)], move_to: things.place }),
    expect: {
      private: ['done', 'collections.notFound', 'collections.notFound', 'collections.notFound', noToken],
      team: ['done', 'collections.otherOwner', 'collections.readOnly', 'collections.notFound', noToken],
      public: ['done', 'collections.otherOwner', 'collections.readOnly', 'collections.readOnly', noToken],
    },
  },
  {
    op: contract.moveLinks,
    case: 'Z04 to a place that only the owner may see',
    key: 'write',
    input: async things => ({ links: [await things.link()], move_to: things.above }),
    expect: {
      private: ['done', notFound, notFound, notFound, noToken],
      team: ['done', 'collections.notFound', readOnly, notFound, noToken],
      public: ['done', 'collections.notFound', readOnly, readOnly, noToken],
    },
  },
  {
    op: contract.moveLinks,
    case: 'all of a set',
    key: 'write',
    input: async things => ({ ...(await every(things)), move_to: things.place }),
    expect: ofSet,
  },
  {
    op: contract.trashLinks,
    key: 'write',
    input: async things => ({ linkIdArr: [await things.link()], isTrash: 1 }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.trashLinks,
    case: 'restored from the trash',
    key: 'write',
    input: async things => ({ linkIdArr: [await things.trashedLink()], isTrash: 0 }),
    expect: restorers(notFound),
  },
  { op: contract.trashLinks, case: 'all of a set', key: 'write', input: every, expect: ofSet },
  {
    op: contract.tagLinks,
    key: 'write',
    input: async things => ({ links: [await things.link()], added_tags_name: [things.name('added')] }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.favLinks,
    key: 'write',
    input: async things => ({ links: [await things.link()], is_fav: 1 }),
    expect: members(readOnly, notFound),
  },
  {
    op: contract.favLink,
    key: 'write',
    input: async things => ({ link_id: await things.link(), is_fav: 1 }),
    expect: members(readOnly, notFound),
  },
  {
    op: contract.getFavLinks,
    key: 'read',
    input: () => ({}),
    expect: oneself,
    empty: { links: [], total: 0 },
  },
  {
    op: contract.deleteLinks,
    key: 'write',
    input: async things => ({ linkIdArr: [await things.link()] }),
    expect: owners(readOnly, notFound),
  },
]
