import * as contract from '@nestmark/contract/collections'
import {
  members,
  oneself,
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
    op: contract.createFolder,
    key: 'write',
    input: resources => ({ name: resources.name('new'), parent: resources.place }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.updateFolder,
    key: 'write',
    input: async resources => ({ folder_id: await resources.collection(), name: resources.name('renamed') }),
    expect: writers(readOnly, notFound),
  },
  { op: contract.getFolderChain, key: 'read', input: () => ({}), expect: oneself, ownOnly: true },
  {
    op: contract.dashboardFolders,
    key: 'read',
    input: () => ({}),
    expect: oneself,
    ownOnly: true,
    // Every new account has one collection.
    empty: { total: 1 },
  },
  {
    op: contract.getFolderData,
    key: 'read',
    input: resources => ({ folder_id: resources.place }),
    expect: readers(hidden, 'sees'),
  },
  {
    op: contract.getFolderFolders,
    key: 'read',
    input: resources => ({ folder_id: resources.place }),
    expect: readers(hidden, 'sees'),
  },
  {
    op: contract.getFolderFolders,
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
    op: contract.moveFolders,
    key: 'write',
    input: async resources => ({
      folders: [await resources.collection()],
      move_to: await resources.collection(),
    }),
    expect: owners(readOnly, notFound),
  },
  {
    op: contract.moveFolders,
    case: 'Z04 the caller’s own collection, into the place',
    key: 'write',
    input: async (resources, role) => ({
      folders: [await resources.ownCollection(role)],
      move_to: resources.place,
    }),
    expect: {
      private: ['done', notFound, notFound, notFound, 'session.noToken'],
      team: ['done', 'collections.otherOwner', readOnly, notFound, 'session.noToken'],
      public: ['done', 'collections.otherOwner', readOnly, readOnly, 'session.noToken'],
    },
  },
  {
    op: contract.trashFolders,
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.fullCollection()], isTrash: 1 }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.trashFolders,
    case: 'all child collections',
    key: 'write',
    input: async resources => ({ every: { folder_id: await resources.fullCollection() }, isTrash: 1 }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.trashFolders,
    case: 'restored from the trash',
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.trashedCollection()], isTrash: 0 }),
    expect: restorers(notFound),
  },
  {
    op: contract.trashFolders,
    case: 'Z06 the root of a share',
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.shareRoot()], isTrash: 1 }),
    expect: owners(readOnly, notFound),
  },
  {
    op: contract.trashFolders,
    case: 'Z06 the root of a share, restored from the trash',
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.trashedShareRoot()], isTrash: 0 }),
    expect: ownersOfTrash(readOnly, notFound),
  },
  {
    op: contract.trashFolders,
    case: 'shared again itself, under a writable collection',
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.sharedCollection()], isTrash: 1 }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.deleteFolder,
    key: 'write',
    input: async resources => ({ folder_id: await resources.fullCollection() }),
    expect: owners(readOnly, notFound),
  },
  {
    op: contract.placeFolder,
    key: 'write',
    input: async resources => ({
      before: await resources.collection(),
      folder_id: await resources.collection(),
    }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.placeFolder,
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
    op: contract.favFolder,
    key: 'write',
    input: async resources => ({ folder_id: await resources.collection(), is_fav: 1 }),
    expect: members(readOnly, notFound),
  },
  { op: contract.getFavFolders, key: 'read', input: () => ({}), expect: oneself, empty: [] },
]
