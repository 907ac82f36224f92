import * as activity from '@nestmark/contract/activity'
import { streamEvents } from '@nestmark/contract/liveUpdates'
import * as jobs from '@nestmark/contract/jobs'
import * as transfer from '@nestmark/contract/transfer/importExport'
import * as linkExport from '@nestmark/contract/transfer/linkExport'
import * as trash from '@nestmark/contract/trash'
import { ownerOnly, noToken, readers, signedInOnly, ownersOfTrash, type Row } from '../row.testing.ts'

export const trashRows: readonly Row[] = [
  {
    op: trash.listTrashedCollections,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: { folders: [], total: 0 },
  },
  {
    op: trash.listTrashedLinks,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: { links: [], total: 0 },
  },
  {
    op: trash.countTrash,
    key: 'read',
    input: async resources => ({ folderIdArr: [await resources.trashedCollection()] }),
    expect: ownersOfTrash('collections.readOnly', 'collections.notFound'),
  },
  {
    op: trash.deleteTrashedCollections,
    key: 'write',
    input: async resources => ({ folderIdArr: [await resources.trashedCollection()] }),
    expect: ownersOfTrash('collections.readOnly', 'collections.notFound'),
  },
  {
    op: trash.deleteTrashedLinks,
    key: 'write',
    input: async resources => ({ linkIdArr: [await resources.trashedLink()] }),
    expect: ownersOfTrash('links.readOnly', 'links.notFound'),
  },
  {
    op: trash.emptyTrash,
    key: 'write',
    before: resources => resources.trashedLink(),
    input: () => ({ type: 2 }),
    expect: ['done', 'same', 'same', 'same', noToken],
    empty: { changed: 0 },
  },
]

export const jobRows: readonly Row[] = [
  {
    op: jobs.jobStatus,
    key: 'read',
    input: async resources => ({ job: await resources.job() }),
    expect: ownerOnly('jobs.notFound'),
  },
  {
    op: jobs.cancelJob,
    key: 'write',
    input: async resources => ({ job: await resources.job() }),
    expect: ownerOnly('jobs.notFound'),
  },
  {
    op: jobs.listRunningJobs,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
  {
    op: jobs.undo,
    key: 'write',
    input: async resources => ({ undo: await resources.undoRecord() }),
    expect: ownerOnly('undo.expired'),
  },
]

const expired = 'undo.expired'

export const activityRows: readonly Row[] = [
  {
    op: activity.listActivity,
    key: 'read',
    input: resources => ({ folder_id: resources.target }),
    expect: {
      private: ['done', 'collections.notFound', 'collections.notFound', 'collections.notFound', noToken],
      team: ['done', 'done', 'done', 'collections.notFound', noToken],
      public: ['done', 'done', 'done', 'activity.membersOnly', noToken],
    },
  },
  {
    op: activity.undoActivity,
    key: 'write',
    input: async resources => ({ activity_id: await resources.activity() }),
    expect: {
      // A collection without members has no activity entries.
      private: [expired, expired, expired, expired, noToken],
      team: ['done', 'done', 'undo.notAllowed', expired, noToken],
      public: ['done', 'done', 'undo.notAllowed', expired, noToken],
    },
  },
]

export const transferRows: readonly Row[] = [
  {
    op: transfer.listImports,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
  {
    op: transfer.importBookmarks,
    key: 'write',
    input: resources => ({
      file: `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF="http://127.0.0.1:9/${resources.name('i')}">x</A></DL><p>`,
      parent: resources.target,
    }),
    // Checked in one state only, like saving, because each call starts a process. It imports into the importer's own library.
    expect: ['done', 'collections.otherOwner', 'collections.readOnly', 'collections.notFound', noToken],
  },
  {
    op: transfer.exportBookmarks,
    key: 'read',
    changes: true,
    before: ({ app }) =>
      app.services.db.write(tx => tx.updateTable('people').set({ exported_at: null }).execute()),
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
  },
  {
    op: linkExport.countExport,
    key: 'read',
    input: resources => ({ folder_id: resources.target, include_sub: 1 }),
    expect: readers('collections.notFound', noToken),
  },
  {
    op: linkExport.exportLinks,
    key: 'read',
    input: resources => ({ format: 'json', folder_id: resources.target, include_sub: 1 }),
    expect: readers('collections.notFound', noToken),
  },
  {
    op: linkExport.exportLinks,
    case: 'chosen links',
    key: 'read',
    input: async resources => ({ format: 'csv', links: [await resources.notedLink()] }),
    expect: readers('links.notFound', noToken),
  },
  {
    op: streamEvents,
    key: 'none',
    changes: false,
    input: () => ({ age: 0 }),
    expect: signedInOnly,
    ownOnly: true,
  },
]
