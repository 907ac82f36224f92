import * as contract from '@nestmark/contract/reading/copies'
import { exportEpub } from '@nestmark/contract/transfer/linkExport'
import { dropCapture, keepCapture } from '@nestmark/contract/transfer/pdf'
import * as placeContract from '@nestmark/contract/reading/readingPlace'
import { saveLink } from '@nestmark/contract/links/links'
import type { Resources } from '../factory.testing.ts'
import { settled } from '../fixture.testing.ts'
import { members, noToken, type Outcome, type Row, signedInOnly, writers } from '../row.testing.ts'

const writersOfLink = writers('links.readOnly', 'links.notFound')

/** Returns the lines of a call that always fails for users who may write to the link. */
const writersRefusedWith = (code: Outcome): Row['expect'] => ({
  private: [code, 'links.notFound', 'links.notFound', 'links.notFound', noToken],
  team: [code, code, 'links.readOnly', 'links.notFound', noToken],
  public: [code, code, 'links.readOnly', 'links.readOnly', noToken],
})

/** Creates a link with an address in the target. */
async function createPageLink(resources: Resources): Promise<string> {
  const form = { name: resources.name('page'), category: 3 as const, link: 'http://127.0.0.1:9/' }
  return (await resources.people.owner.call(saveLink, { ...form, parent: resources.target }))._id
}

const ofLink = async (resources: Resources) => ({ link_id: await createPageLink(resources) })

const none = 'copies.noneStored'

export const copyRows: readonly Row[] = [
  {
    op: exportEpub,
    key: 'read',
    input: async resources => ({ links: [await createPageLink(resources)] }),
    expect: {
      private: [none, 'links.notFound', 'links.notFound', 'links.notFound', noToken],
      team: [none, none, none, 'links.notFound', noToken],
      public: [none, none, none, 'copies.membersOnly', noToken],
    },
  },
  {
    op: contract.getCopy,
    key: 'read',
    input: ofLink,
    expect: members('copies.membersOnly', 'links.notFound'),
  },
  { op: contract.archivePage, key: 'write', input: ofLink, expect: writersOfLink, changes: 'maybe' },
  {
    op: contract.archivePageFile,
    key: 'write',
    input: resources => ({
      file: '<!doctype html><title>Page</title><p>Words of a page',
      url: `http://127.0.0.1:9/${resources.name('page')}`,
      parent: resources.target,
    }),
    expect: writers('collections.readOnly', 'collections.notFound'),
  },
  {
    op: contract.archivePageUpload,
    key: 'write',
    input: async resources => ({ ...(await ofLink(resources)), upload_id: 'unknown' }),
    expect: writersRefusedWith('files.uploadNotFound'),
    changes: false,
  },
  { op: contract.dropCopy, key: 'write', input: ofLink, expect: writersOfLink, changes: 'maybe' },
  {
    op: contract.restoreCopy,
    key: 'write',
    input: async resources => ({ ...(await ofLink(resources)), undo: 'unknown' }),
    expect: writersRefusedWith('undo.expired'),
    changes: false,
  },
  {
    op: keepCapture,
    key: 'write',
    input: async resources => ({ ...(await ofLink(resources)), format: 'pdf' }),
    // The app of these tests has no browser.
    expect: writersRefusedWith('pdf.noBrowser'),
    changes: false,
  },
  {
    op: dropCapture,
    key: 'write',
    input: async resources => ({ ...(await ofLink(resources)), format: 'pdf' }),
    expect: writersOfLink,
    changes: 'maybe',
  },
  {
    op: contract.updateLinkCopies,
    key: 'write',
    input: async resources => ({ ...(await ofLink(resources)), keep: 'reader' }),
    expect: writersOfLink,
  },
  {
    op: contract.keepCollection,
    key: 'write',
    input: async resources => ({ folder_id: await resources.collection() }),
    expect: writers('collections.readOnly', 'collections.notFound'),
    changes: 'maybe',
    // A person has one such job at a time.
    before: ({ app }) => settled(app),
  },
  {
    op: contract.updateKeepCopies,
    key: 'write',
    input: () => ({ keep_copies: 'full' }),
    expect: signedInOnly,
    ownOnly: true,
    changes: 'maybe',
  },
  {
    op: placeContract.getReadingPlace,
    key: 'read',
    input: ofLink,
    expect: members('copies.membersOnly', 'links.notFound'),
  },
  {
    op: placeContract.saveReadingPlace,
    key: 'write',
    input: async resources => ({ ...(await ofLink(resources)), version: 1, offset: 40 }),
    expect: members('copies.membersOnly', 'links.notFound'),
  },
]
