import * as noteContract from '@nestmark/contract/links/linkNote'
import { reorderLinks } from '@nestmark/contract/links/linkOrder'
import * as contract from '@nestmark/contract/links/links'
import * as scrape from '@nestmark/contract/links/scrape'
import {
  members,
  noToken,
  signedInOnly,
  owners,
  readers,
  restorers,
  type Row,
  writers,
} from '../row.testing.ts'
import type { Resources } from '../factory.testing.ts'

const readOnly = 'links.readOnly'
const notFound = 'links.notFound'
const hidden = 'links.private'
const failed = 'scrape.failed'

/** Returns a set with all links of a fresh collection. */
const every = async (resources: Resources) => ({ every: { folder_id: await resources.fullCollection() } })
/** Bulk actions act on a collection, which is not found for people who may not see it. */
const ofSet = writers(readOnly, 'collections.notFound')

export const savingRows: readonly Row[] = [
  {
    op: contract.saveLink,
    key: 'write',
    input: resources => ({ ...resources.note(), parent: resources.target }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  {
    op: contract.saveLinks,
    key: 'write',
    input: resources => ({ links: [resources.note(), resources.note()], parent: resources.target }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  {
    op: contract.oneClickSave,
    key: 'write',
    input: resources => ({
      url: 'http://127.0.0.1:9/',
      tags: [resources.name('tag')],
      parent: resources.target,
    }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  {
    op: contract.findSaved,
    key: 'read',
    input: () => ({ link: 'http://127.0.0.1:9/' }),
    expect: signedInOnly,
    ownOnly: true,
    empty: { links: [], total: 0 },
  },
  {
    op: scrape.scrapeLink,
    key: 'read',
    input: () => ({ link: 'http://127.0.0.1:9/' }),
    expect: [failed, failed, failed, failed, failed],
  },
  {
    op: scrape.proxyThumbnail,
    key: 'read',
    input: () => ({ image: 'http://127.0.0.1:9/' }),
    expect: [failed, failed, failed, failed, failed],
  },
]

export const linkRows: readonly Row[] = [
  {
    op: contract.updateLink,
    key: 'write',
    input: async resources => ({ link_id: await resources.link(), name: resources.name('renamed') }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.updateLink,
    case: 'Z04 the caller’s own link, into the place',
    key: 'write',
    input: async (resources, role) => ({ link_id: await resources.ownLink(role), parent: resources.target }),
    expect: {
      private: ['done', 'collections.notFound', 'collections.notFound', 'collections.notFound', noToken],
      team: ['done', 'collections.otherOwner', 'collections.readOnly', 'collections.notFound', noToken],
      public: ['done', 'collections.otherOwner', 'collections.readOnly', 'collections.readOnly', noToken],
    },
  },
  {
    op: contract.getLink,
    key: 'read',
    input: async resources => ({ link_id: await resources.notedLink() }),
    expect: readers(hidden, noToken),
  },
  {
    op: noteContract.getNote,
    key: 'read',
    input: async resources => ({ link_id: await resources.notedLink() }),
    expect: readers(notFound, noToken),
  },
  {
    op: noteContract.saveNote,
    key: 'write',
    input: async (resources, role) => ({
      link_id: await resources.notedLink(),
      note: `noteof${role} ${resources.ownName()}`,
    }),
    expect: readers(notFound, noToken),
  },
  {
    op: noteContract.deleteNote,
    key: 'write',
    input: async (resources, role) => ({ link_id: await resources.notedLink(role) }),
    expect: readers(notFound, noToken),
  },
  {
    op: contract.listDashboardLinks,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: { links: [], total: 0 },
  },
  {
    op: contract.listDashboardLinks,
    case: 'of a collection',
    key: 'read',
    input: resources => ({ folder_id: resources.target }),
    expect: readers('collections.notFound', noToken),
  },
  {
    op: contract.listCollectionLinks,
    key: 'read',
    input: resources => ({ folder_id: resources.target, include_sub: 1 }),
    expect: readers('collections.private', 'sees'),
  },
  {
    op: contract.refreshCollectionLinks,
    key: 'read',
    input: resources => ({ parent_id: resources.target }),
    expect: readers('collections.private', 'sees'),
  },
  {
    op: contract.listCollectionLinks,
    case: 'with words, a tag and the caller’s favourites',
    key: 'read',
    input: async resources => ({
      folder_id: resources.top,
      include_sub: 1,
      input: 'note',
      tag: await resources.tag(),
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
    input: async resources => ({ links: [await resources.link()], move_to: await resources.collection() }),
    expect: writers(readOnly, notFound),
  },
  {
    op: reorderLinks,
    key: 'write',
    input: async resources => ({ links: [await resources.link()], before: await resources.link() }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.moveLinks,
    case: 'Z04 the caller’s own link, into the place',
    key: 'write',
    input: async (resources, role) => ({ links: [await resources.ownLink(role)], move_to: resources.target }),
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
    input: async resources => ({ links: [await resources.link()], move_to: resources.above }),
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
    input: async resources => ({ ...(await every(resources)), move_to: resources.target }),
    expect: ofSet,
  },
  {
    op: contract.trashLinks,
    key: 'write',
    input: async resources => ({ linkIdArr: [await resources.link()], isTrash: 1 }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.trashLinks,
    case: 'restored from the trash',
    key: 'write',
    input: async resources => ({ linkIdArr: [await resources.trashedLink()], isTrash: 0 }),
    expect: restorers(notFound),
  },
  { op: contract.trashLinks, case: 'all of a set', key: 'write', input: every, expect: ofSet },
  {
    op: contract.tagLinks,
    key: 'write',
    input: async resources => ({
      links: [await resources.link()],
      added_tags_name: [resources.name('added')],
    }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.favouriteLinks,
    key: 'write',
    input: async resources => ({ links: [await resources.link()], is_fav: 1 }),
    expect: members(readOnly, notFound),
  },
  {
    op: contract.favouriteLink,
    key: 'write',
    input: async resources => ({ link_id: await resources.link(), is_fav: 1 }),
    expect: members(readOnly, notFound),
  },
  {
    op: contract.listFavouriteLinks,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    empty: { links: [], total: 0 },
  },
  {
    op: contract.deleteLinks,
    key: 'write',
    input: async resources => ({ linkIdArr: [await resources.link()] }),
    expect: owners(readOnly, notFound),
  },
]
