import * as contract from '@nestmark/contract/collections'
import {
  members,
  signedInOnly,
  owners,
  ownersOfTrash,
  readers,
  restorers,
  type Row,
  writers,
} from '../row.testing.ts'

const readOnly = 'collections.readOnly'
const notFound = 'collections.notFound'
const hidden = 'collections.private'

export const collectionRows: readonly Row[] = [
  {
    op: contract.createCollection,
    key: 'write',
    input: resources => ({ name: resources.name('new'), parent: resources.target }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.updateCollection,
    key: 'write',
    input: async resources => ({ folder_id: await resources.collection(), name: resources.name('renamed') }),
    expect: writers(readOnly, notFound),
  },
  { op: contract.getTree, key: 'read', input: () => ({}), expect: signedInOnly, ownOnly: true },
  {
    op: contract.listDashboardCollections,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    // Every new account has one collection.
    empty: { total: 1 },
  },
  {
    op: contract.getCollection,
    key: 'read',
    input: resources => ({ folder_id: resources.target }),
    expect: readers(hidden, 'sees'),
  },
  {
    op: contract.listSubcollections,
    key: 'read',
    input: resources => ({ folder_id: resources.target }),
    expect: readers(hidden, 'sees'),
  },
  {
    op: contract.listSubcollections,
    case: 'an ancestor of the shared collection',
    key: 'read',
    input: resources => ({ folder_id: resources.above }),
    expect: {
      private: ['done', hidden, hidden, hidden, hidden],
      team: ['done', hidden, hidden, hidden, hidden],
      public: ['done', hidden, hidden, hidden, hidden],
    },
  },
  {
    op: contract.moveCollections,
    key: 'write',
    input: async resources => ({
      folders: [await resources.collection()],
      move_to: await resources.collection(),
    }),
    expect: owners(readOnly, notFound),
  },
  {
    op: contract.moveCollections,
    case: 'Z04 the caller’s own collection, into the place',
    key: 'write',
    input: async (resources, role) => ({
      folders: [await resources.ownCollection(role)],
      move_to: resources.target,
    }),
    expect: {
      private: ['done', notFound, notFound, notFound, 'session.noToken'],
      team: ['done', 'collections.otherOwner', readOnly, notFound, 'session.noToken'],
      public: ['done', 'collections.otherOwner', readOnly, readOnly, 'session.noToken'],
    },
  },
  {
    op: contract.copyCollection,
    case: 'into the own library',
    key: 'write',
    // Its name does not identify the target: a reader may have a copy.
    input: async resources => ({
      folder_id: await resources.collection(resources.target, resources.ownName()),
    }),
    expect: {
      private: ['done', notFound, notFound, notFound, 'session.noToken'],
      team: ['done', 'done', 'done', notFound, 'session.noToken'],
      public: ['done', 'done', 'done', 'done', 'session.noToken'],
    },
  },
  {
    op: contract.copyCollection,
    case: 'Z04 the caller’s own collection, into the place',
    key: 'write',
    input: async (resources, role) => ({
      folder_id: await resources.ownCollection(role),
      parent: resources.target,
    }),
    expect: {
      private: ['done', notFound, notFound, notFound, 'session.noToken'],
      team: ['done', 'collections.otherOwner', readOnly, notFound, 'session.noToken'],
      public: ['done', 'collections.otherOwner', readOnly, readOnly, 'session.noToken'],
    },
  },
  {
    op: contract.trashCollections,
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.fullCollection()], isTrash: 1 }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.trashCollections,
    case: 'all child collections',
    key: 'write',
    input: async resources => ({ every: { folder_id: await resources.fullCollection() }, isTrash: 1 }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.trashCollections,
    case: 'restored from the trash',
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.trashedCollection()], isTrash: 0 }),
    expect: restorers(notFound),
  },
  {
    op: contract.trashCollections,
    case: 'Z06 the root of a share',
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.shareRoot()], isTrash: 1 }),
    expect: owners(readOnly, notFound),
  },
  {
    op: contract.trashCollections,
    case: 'Z06 the root of a share, restored from the trash',
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.trashedShareRoot()], isTrash: 0 }),
    expect: ownersOfTrash(readOnly, notFound),
  },
  {
    op: contract.trashCollections,
    case: 'shared again itself, under a writable collection',
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.sharedCollection()], isTrash: 1 }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.deleteCollection,
    key: 'write',
    input: async resources => ({ folder_id: await resources.fullCollection() }),
    expect: owners(readOnly, notFound),
  },
  {
    op: contract.placeCollection,
    key: 'write',
    input: async resources => ({
      before: await resources.collection(),
      folder_id: await resources.collection(),
    }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.placeCollection,
    case: 'Z06 the top of a share, among unshared collections',
    key: 'write',
    input: resources => ({ folder_id: resources.middle, before: null }),
    changes: 'maybe',
    expect: {
      private: ['done', notFound, notFound, notFound, 'session.noToken'],
      team: ['done', readOnly, readOnly, notFound, 'session.noToken'],
      public: ['done', readOnly, readOnly, readOnly, 'session.noToken'],
    },
  },
  {
    op: contract.favouriteCollection,
    key: 'write',
    input: async resources => ({ folder_id: await resources.collection(), is_fav: 1 }),
    expect: members(readOnly, notFound),
  },
  { op: contract.listFavouriteCollections, key: 'read', input: () => ({}), expect: signedInOnly, empty: [] },
]
