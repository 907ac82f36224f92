import { copyCollection, trashCollections } from '@nestmark/contract/collections'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { bulkReport, undo } from '@nestmark/contract/jobs'
import { importBookmarks } from '@nestmark/contract/transfer/importExport'
import { defaultChoices, type ImportChoices, startImport } from '@nestmark/contract/transfer/importPreview'
import { moveLinks, trashLinks, updateLink } from '@nestmark/contract/links/links'
import type { Topic } from '@nestmark/contract/topics'
import { errorTexts } from '@nestmark/texts/errors'
import { describe, expect, test } from 'vitest'
import { jobKinds } from '../../jobKinds.ts'
import { routes } from '../../routes.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { toOutcome } from '../../test/support/people.ts'
import type { LinksPayload } from '../../undo/bulkActions.ts'
import { linksStep } from '../bulk/linksStep.ts'
import { assertPlainPlaces } from '../collections/placing/enterCollections.ts'
import { bookmarkText, importText } from '../importExport/files/files.testing.ts'
import {
  ada,
  app,
  create,
  encrypt,
  folder,
  giveKey,
  key,
  linksOf,
  read,
  save,
  sealLink,
  setUpFixture,
} from './fixture.testing.ts'
import { createProgram, type PlainTextCall, plainTextCalls } from './plainTextCalls.testing.ts'

setUpFixture({ copies: 'full' })

const refusal = 'encryption.plainText'
const nameCase = ({ op, case: which }: PlainTextCall) => (which ? `${op.path}: ${which}` : op.path)
/** Returns how many links in plain text are in the collection, without the trash. */
const countPlain = async () => (await linksOf(ada, folder)).filter(link => link.enc === 0).length

/** Operations that change links, jobs or suggestions, and why they put no link in plain text into a collection with a key. */
const harmless: Record<string, string> = {}
const reasons = {
  'It saves or changes encrypted links.': 'save-enc-link save-enc-links update-enc-folders',
  'It changes links where they are.':
    'reorder-links tag-links fav-links make-link-public read-files-again keep-collection remove-stored-files restore-stored-files ' +
    'update-tag delete-tags merge-tags restore-tags update-addresses not-duplicates keep-links',
  'It removes links.':
    'delete-links delete-folder-with-children delete-trashed-collections delete-trashed-links empty-trash delete-duplicate-broken merge-duplicates',
  'It skips moves into a collection with a key: tests of rules.': 'apply-rules',
  'It moves collections with the links that are inside.': 'move-folders trash-collections',
  'The links go into a new collection without a key.': 'copy-folder',
  'The collection changes its owner, with its links.': 'answer-offer',
  'It visits the addresses of links.': 'check-link-status',
  'It adds highlights, which are in no collection.': 'import-highlights',
  'It stops a job.': 'cancel-job',
  'It computes what an import would do.': 'preview-import',
  'It refuses every collection with a key: a test below.': 'start-import',
  'It changes or removes suggestions.': 'update-sugg-id update-suggestion delete-suggestions',
  'It changes a plan.': 'cancel-paid-sub downgrade-sub redeem-coupon resume-paid-sub refresh-plan',
} as const
for (const [reason, paths] of Object.entries(reasons))
  for (const path of paths.split(' ')) harmless[path] = reason

const placing: readonly Topic[] = ['links', 'jobs', 'suggestions']
const changing = routes.map(({ op }) => op).filter(op => op.touches.some(topic => placing.includes(topic)))

describe('E02 ENC-07 links in plain text do not enter a collection with a key', () => {
  test('tests every operation that changes links, or lists it as harmless', () => {
    const known = [...new Set([...plainTextCalls.map(({ op }) => op.path), ...Object.keys(harmless)])]
    expect(known.sort()).toEqual(changing.map(op => op.path).sort())
    expect(Object.keys(harmless).filter(path => plainTextCalls.some(({ op }) => op.path === path))).toEqual(
      [],
    )
  })

  test.each(plainTextCalls.map(row => [nameCase(row), row] as const))('%s', async (_name, row) => {
    const program = await createProgram()
    const call = await row.prepare(program)
    expect(row.op.errors).toContain(refusal)
    expect(await toOutcome(call({}))).toBe(refusal)
    expect(await countPlain()).toBe(0)
    // The same call shows that only the key of the collection refuses it.
    expect(await toOutcome(call({ plain: 1 }))).toBe('done')
    expect(await countPlain()).toBeGreaterThan(0)
  })

  test('start-import', async () => {
    const { job } = await importText(app, ada, bookmarkText('<DT><A HREF="https://a.example/">A</A>\n'), {
      preview: '1',
    })
    const call = (where: ImportChoices) => toOutcome(ada.call(startImport, { job, choices: where }))
    expect(await call({ ...defaultChoices, where: 'into', parent: folder })).toBe(refusal)
    expect(await countPlain()).toBe(0)
    expect(await call(defaultChoices)).toBe('done')
  })

  test('lists every kind of job, and every action of a job', () => {
    // Feeds have their own test.
    const placingKinds = ['bulk', 'importBookmarks', 'readFeed']
    const others =
      'previewImport checkLinks startLinkCheck fillLink keepPage keepCollection copyBlob removeParts deleteJobFiles sweepFiles fetchPictures readPages sendEmail startInvitedShares endPlan syncPurchases endSubscriptions mailQuotas checkDomain ' +
      'callWebhook importHighlights readFile addPreview indexTags clearTags eraseLibrary purgeTexts indexWords sweepWords'
    const kinds = jobKinds(app.services, () => undefined).map(each => each.kind)
    const known = [...placingKinds, ...others.split(' ')]
    expect(kinds.filter(kind => !known.includes(kind))).toEqual([])
    // The first four are tested here.
    const actions =
      'moveLinks restoreLinks undo copyCollection trashLinks tagLinks favouriteLinks mergeLinks applyRules deleteLinks keepCollection updateAddresses ' +
      'moveCollections trashCollections restoreCollections deleteCollections transferOwnership'
    expect(actions.split(' ').sort()).toEqual([...bulkReport.shape.action.options].sort())
  })
})

describe('E02 jobs that find a key which their collection got since', () => {
  const payload = (order: object): LinksPayload => ({
    ...(order as { action: 'moveLinks'; to: string }),
    actor: { personId: ada.id, sessionId: 'any', rootId: ada.rootId, plan: 2 },
    at: app.clock.now,
  })
  const run = (order: object) => app.services.db.write(tx => linksStep(tx, payload(order), 'any'))

  test('a move and a restore leave links in plain text where they are', async () => {
    const outside = await save({ name: 'Outside' }, ada.rootId)
    const moved = await run({ action: 'moveLinks', to: folder, links: { ids: [outside] } })
    expect(moved).toMatchObject({ changed: 0, left: 1 })
    const trashed = await save({ name: 'Trashed' })
    await ada.call(trashLinks, { linkIdArr: [trashed] })
    const restored = await run({ action: 'restoreLinks', links: { ids: [trashed] } })
    expect(restored).toMatchObject({ changed: 0, left: 1 })
    expect(await countPlain()).toBe(0)
  })

  test('rejects an import and a copy', async () => {
    const plain = await create('Plain')
    const check = (ids: string[], isAllowed?: boolean) =>
      toOutcome(app.services.db.write(tx => assertPlainPlaces(tx, ids, isAllowed)))
    expect(await check([plain, folder])).toBe(refusal)
    expect(await check([plain, folder], true)).toBe('done')
    expect(await check([plain])).toBe('done')
  })
})

describe('ENC-07 what may enter a collection with a key', () => {
  test('the refusal names the collection and the links, in the sentence of the code', async () => {
    const { call } = await createProgram()
    const id = await save({ name: 'One' }, ada.rootId)
    const error = await call(moveLinks, { links: [id], move_to: folder }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      status: 409,
      code: refusal,
      message: errorTexts[refusal],
      data: { folder_id: folder, links: [{ _id: id, to: folder }] },
    })
  })

  test('encrypted links of its key, and links that the moving call encrypts', async () => {
    const { call } = await createProgram()
    const other = await create('Other')
    await giveKey(ada, other, key.raw)
    const id = await save({ name: 'One' }, ada.rootId)
    await call(updateEnc, { links: [await sealLink(key, id, { name: 'One' })], move_to: folder })
    expect(await read(id)).toMatchObject({ enc: 1, parent: folder })
    await call(moveLinks, { links: [id], move_to: other })
    await call(updateLink, { link_id: id, parent: folder })
    await call(trashLinks, { linkIdArr: [id] })
    await call(trashLinks, { linkIdArr: [id], isTrash: 0 })
    expect(await read(id)).toMatchObject({ enc: 1, parent: folder, is_trash: 0 })
  })

  test('edits, trashes and decrypts a link in plain text that is there already', async () => {
    const { call } = await createProgram()
    const id = await save({ name: 'One' })
    await call(updateLink, { link_id: id, name: 'Two', parent: folder })
    await encrypt([await sealLink(key, id, { name: 'Two' })])
    await call(updateEnc, { links: [{ _id: id, enc: 0, name: 'Two', desc: 'Words', link: '' }] })
    expect(await read(id)).toMatchObject({ enc: 0, parent: folder, name: 'Two' })
  })

  test('encrypts a link in the trash there, and then restores it', async () => {
    const { call } = await createProgram()
    const id = await save({ name: 'One' })
    await call(trashLinks, { linkIdArr: [id] })
    await encrypt([await sealLink(key, id, { name: 'One' })])
    await call(trashLinks, { linkIdArr: [id], isTrash: 0 })
    expect(await read(id)).toMatchObject({ enc: 1, parent: folder })
  })

  test('encrypts a link in the trash there, and restores it by the undo of its trashing', async () => {
    const { call } = await createProgram()
    const id = await save({ name: 'One' })
    const { undo: entry } = await call(trashLinks, { linkIdArr: [id] })
    expect(await toOutcome(call(undo, { undo: entry! }))).toBe(refusal)
    await encrypt([await sealLink(key, id, { name: 'One' })])
    expect(await call(undo, { undo: entry! })).toMatchObject({ changed: 1, left: 0 })
    expect(await read(id)).toMatchObject({ enc: 1, parent: folder, is_trash: 0 })
  })

  test('does not restore a link whose collection is in the trash to a root collection with a key', async () => {
    const { call } = await createProgram()
    const inside = await create('Inside')
    const id = await save({ name: 'One' }, inside)
    await call(trashLinks, { linkIdArr: [id] })
    await ada.call(trashCollections, { folderIdArr: [inside], isTrash: 1 })
    await giveKey(ada, ada.rootId)
    expect(await toOutcome(call(trashLinks, { linkIdArr: [id], isTrash: 0 }))).toBe(refusal)
    await call(trashLinks, { linkIdArr: [id], isTrash: 0, plain: 1 })
    expect(await read(id)).toMatchObject({ parent: ada.rootId, is_trash: 0 })
  })

  test('an import puts the folder of its name beside it', async () => {
    const rows = '<DT><H3>Secrets</H3>\n<DL><p>\n<DT><A HREF="https://one.example/">One</A>\n</DL><p>\n'
    const { send } = await createProgram()
    await send(importBookmarks, { type: 'html', parent: ada.rootId }, bookmarkText(rows))
    expect(await countPlain()).toBe(0)
    await send(importBookmarks, { type: 'html', parent: ada.rootId, plain: '1' }, bookmarkText(rows))
    expect(await countPlain()).toBe(1)
  })

  test('a copy has no key', async () => {
    await save({ name: 'One' })
    const other = await create('Other')
    await giveKey(ada, other)
    const { folder_id, job } = await ada.call(copyCollection, { folder_id: folder, parent: other })
    await waitForEnd(ada, job)
    expect(await linksOf(ada, folder_id)).toMatchObject([{ name: 'One', enc: 0 }])
    expect(await countPlain()).toBe(1)
  })
})
