import * as accounts from '@nestmark/contract/accounts'
import * as activities from '@nestmark/contract/activity'
import * as collections from '@nestmark/contract/collections'
import { streamEvents } from '@nestmark/contract/liveUpdates'
import * as ownershipTransfer from '@nestmark/contract/sharing/ownershipTransfer'
import * as jobs from '@nestmark/contract/jobs'
import * as keys from '@nestmark/contract/apiKeys'
import * as linkNote from '@nestmark/contract/links/linkNote'
import { reorderLinks } from '@nestmark/contract/links/linkOrder'
import * as links from '@nestmark/contract/links/links'
import * as notifications from '@nestmark/contract/notifications'
import type { Example } from '@nestmark/contract/openapi/openapi'
import * as saved from '@nestmark/contract/search/savedSearches'
import * as search from '@nestmark/contract/search/search'
import * as session from '@nestmark/contract/session'
import * as scrape from '@nestmark/contract/links/scrape'
import * as share from '@nestmark/contract/sharing/share'
import * as suggestions from '@nestmark/contract/sharing/suggestions'
import * as tags from '@nestmark/contract/tags'
import * as transfer from '@nestmark/contract/transfer/importExport'
import * as previews from '@nestmark/contract/transfer/importPreview'
import { defaultChoices } from '@nestmark/contract/transfer/importPreview'
import * as linkExport from '@nestmark/contract/transfer/linkExport'
import * as trash from '@nestmark/contract/trash'
import { createUnsubscribeKey } from '../../features/notifications/unsubscribeKey.ts'
import { hashToken } from '../../access/tokens.ts'
import type { TestApp } from '../support/app.ts'
import { waitForEnd } from '../support/jobs.ts'
import * as libraryExport from '@nestmark/contract/transfer/libraryExport'
import { urlToPdf } from '@nestmark/contract/transfer/pdf'
import { signIn } from '../support/people.ts'
import { Recorder } from './record.testing.ts'
import { tourOfAccount } from './tourOfAccount.testing.ts'
import { tourOfBrokenLinks } from './tourOfBrokenLinks.testing.ts'
import { tourOfCopies } from './tourOfCopies.testing.ts'
import { tourOfDuplicates } from './tourOfDuplicates.testing.ts'
import { tourOfEncryption } from './tourOfEncryption.testing.ts'
import { tourOfFeeds } from './tourOfFeeds.testing.ts'
import { tourOfFiles } from './tourOfFiles.testing.ts'
import { tourOfHighlights } from './tourOfHighlights.testing.ts'
import { tourOfInvitations } from './tourOfInvitations.testing.ts'
import { tourOfRules } from './tourOfRules.testing.ts'
import { tourOfStorage } from './tourOfStorage.testing.ts'
import { tourOfWebhooks } from './tourOfWebhooks.testing.ts'

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><A HREF="https://bread.example/rye">Rye bread</A></DL><p>`

interface Made {
  _id: string
}

/**
 * Calls every operation once, as a person with bookmarks on baking would: in a realistic order, so that every call has
 * data to return.
 * @param site origin of a page and a picture that the server may fetch
 * @returns the example of each operation by its path
 */
export async function takeTour(app: TestApp, site: string): Promise<Record<string, Example>> {
  const to = new Recorder(app)
  const ada = await signIn(app, 'ada', 2)
  const rosa = await signIn(app, 'rosa', 2)
  const call = <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) =>
    to.call<T>(op, ada, input)

  // Collections, links and tags.
  const kitchen = (
    await call<Made>(collections.createCollection, { name: 'Kitchen', desc: 'What is cooked and baked' })
  )._id
  const bread = (await call<Made>(collections.createCollection, { name: 'Bread', parent: kitchen }))._id
  const cakes = (await call<Made>(collections.createCollection, { name: 'Cakes', parent: kitchen }))._id
  const link = {
    name: 'Sourdough for beginners',
    link: 'https://bread.example/sourdough',
    desc: 'Flour, water, salt and patience',
    category: 3,
    parent: bread,
    tags: ['bread', 'recipes'],
  }
  const { _id: linkId, version } = await call<Made & { version: number }>(links.saveLink, link)
  const note = (name: string) => ({ name, desc: `How to make ${name.toLowerCase()}`, category: 4 })
  const many = await call<{ links: Made[] }>(links.saveLinks, {
    links: [note('Rye bread'), note('Apple cake')],
    parent: bread,
  })
  const [rye, apple] = many.links.map(each => each._id) as [string, string]
  await call(links.oneClickSave, { url: 'https://bread.example/flour', parent: bread })
  await call(links.updateLink, { link_id: linkId, version, name: 'Sourdough, step by step' })
  await call(links.getLink, { link_id: linkId })
  await call(links.findSaved, { link: 'http://www.bread.example/sourdough/' })
  await call(linkNote.saveNote, { link_id: linkId, note: 'Feed the starter the evening before' })
  await call(linkNote.getNote, { link_id: linkId })
  await call(linkNote.deleteNote, { link_id: linkId })
  await call(links.favouriteLink, { link_id: linkId, is_fav: 1 })
  await call(links.favouriteLinks, { links: [rye, apple], is_fav: 1 })
  await call(links.listFavouriteLinks, {})
  await call(links.tagLinks, { links: [rye], added_tags_name: ['rye'] })
  await call(links.moveLinks, { links: [apple], move_to: cakes })
  await call(reorderLinks, { links: [rye], before: linkId })
  await call(links.listDashboardLinks, { sort: 'date', order: 1, page: 1 })
  await call(links.listCollectionLinks, { folder_id: bread, include_sub: 1, page: 1 })
  await call(links.refreshCollectionLinks, { parent_id: bread, page: 1 })
  await call(collections.updateCollection, { folder_id: bread, desc: 'Yeast and sourdough' })
  await call(collections.getCollection, { folder_id: bread })
  await call(collections.listSubcollections, { folder_id: kitchen, sort: 'name', page: 1 })
  await call(collections.listDashboardCollections, { page: 1 })
  await call(collections.getTree)
  await call(collections.favouriteCollection, { folder_id: bread, is_fav: 1 })
  await call(collections.listFavouriteCollections, {})
  await call(collections.placeCollection, { folder_id: cakes, before: bread })
  await call(collections.moveCollections, { folders: [cakes], move_to: bread })
  const copy = await call<{ job: string }>(collections.copyCollection, { folder_id: bread, parent: null })
  // Later answers contain the copies and the ended job.
  await waitForEnd(ada, copy.job)
  const named = await call<Record<string, string>>(tags.addTags, { tags: ['baking', 'oven'] })
  await call(tags.listTags, { sort: 'name' })
  await call(tags.countByCategory)
  await call(tags.autofillTags, { link: 'https://bread.example/rye', name: 'Rye bread', keywords: ['bread'] })
  await call(tags.updateTag, { tag_id: named.baking, tag_name: 'bakery' })
  await call(tags.mergeTags, { tags: [named.oven], into: named.baking })
  await call(tags.deleteTags, { tags: [named.baking] })
  await call(tags.restoreTags, { tags: [named.baking] })
  await call(tags.listLinksOfTag, { tag_id: named.baking, page: 1 })
  await call(search.searchLibrary, { input: 'bread', type: 'link', page: 1 })
  await call(search.proSearch, { input: 'sourdough', type: 1, page: 1 })
  await call(search.countSearchResults, { input: 'bread', type: 'link' })
  await call(search.suggestSpelling, { input: 'braed', type: 'link' })
  await call(scrape.scrapeLink, { link: `${site}/page` })
  await call(scrape.proxyThumbnail, { image: `${site}/picture.png` })

  await tourOfFiles(app, call, ada, bread)
  await tourOfCopies(call, app, ada, site, kitchen)
  await tourOfHighlights(call, ada)

  // Sharing with another person, who suggests links.
  await call(share.makeLinkPublic, { link_id: linkId, is_public: 1 })
  await to.call(share.visitLink, null, { link_id: linkId })
  await call(share.shareLink, { link_id: linkId })
  await call(share.createShortLink, { folder_id: bread })
  const { _id: member } = await call<Made>(share.findMember, { email: rosa.email })
  const wish = { folder_id: bread, read: 1, write: 0, read_members: [member], enable_sugg: 1 }
  await call(share.setPermissions, wish)
  await call(share.getPermissions, { folder_id: bread })
  await call(share.listPeopleWithAccess, { folder_id: bread })
  await to.call(share.listSharedCollections, rosa)
  await to.call(share.getSharedTrees, rosa)
  const suggested = { ...note('Pumpernickel'), parent: bread }
  const first = await to.call<{ sugg_id: string }>(suggestions.addSuggestion, rosa, suggested)
  const second = await to.call<{ sugg_id: string }>(suggestions.addSuggestion, rosa, {
    ...suggested,
    name: 'Rolls',
  })
  await to.call(suggestions.updateSuggestion, rosa, { sugg_id: first.sugg_id, name: 'Pumpernickel, slowly' })
  await to.call(suggestions.listSentSuggestions, rosa, { page: 1 })
  await call(suggestions.listReceivedSuggestions, { page: 1 })
  await call(suggestions.countSuggestions)
  await call(suggestions.approveSuggestions, { approveSuggLinkId: first.sugg_id })
  await call(suggestions.deleteSuggestions, {
    sugg_id: second.sugg_id,
    type: 'to_me',
    word: 'We have these already',
  })
  await call(share.setPermissions, { folder_id: bread, read: 3, write: 0, enable_sugg: 1 })
  const claim = await to.call<{ sugg_id: string; claim: string }>(suggestions.addSuggestion, null, {
    ...suggested,
    name: 'Focaccia',
  })
  await to.call(suggestions.claimSuggestions, rosa, { suggestions: [claim] })
  await call(share.setPermissions, { ...wish, write: 1, write_members: [member], enable_sugg: 0 })
  await to.call(links.saveLink, rosa, { ...note('Baguette'), parent: bread })
  const [notification] = await call<Made[]>(notifications.notifications, { page: 1 })
  await call(notifications.countNotifications)
  await call(notifications.markNotificationsRead, { notficationIdArr: [notification!._id] })
  await call(notifications.markAllNotificationsRead)
  await call(links.trashLinks, { linkIdArr: [rye] })
  await call(trash.listTrashedLinks, { page: 1 })
  const done = await call<(Made & { can_undo: boolean })[]>(activities.listActivity, {
    folder_id: bread,
    page: 1,
  })
  await call(activities.undoActivity, { activity_id: done.find(each => each.can_undo)!._id })
  await call(share.setMemberRole, { folder_id: bread, person_id: member, type: 'read' })
  await to.call(share.leaveCollection, rosa, { folder_id: bread })

  // Ownership transfer to a member.
  const jam = (await call<Made>(collections.createCollection, { name: 'Preserves' }))._id
  await call(share.setPermissions, { folder_id: jam, read: 1, write: 0, read_members: [member] })
  const offer = { folder_id: jam, person_id: member }
  await call(ownershipTransfer.offerCollection, offer)
  await to.call(ownershipTransfer.listOffers, rosa)
  await call(ownershipTransfer.withdrawOffer, { folder_id: jam })
  await call(ownershipTransfer.offerCollection, offer)
  await call(ownershipTransfer.withdrawOffer, { folder_id: jam })
  await call(share.removeMember, { folder_id: jam, person_id: member })
  await call(share.setPermissions, { folder_id: jam, read: 1, write: 0, read_members: [member] })
  await call(ownershipTransfer.offerCollection, offer)
  await to.call(ownershipTransfer.answerOffer, rosa, { folder_id: jam, accept: 1 })
  await tourOfInvitations(app, to, { ada, rosa })

  // Trash and restore.
  const again = await call<{ undo: string }>(links.trashLinks, { linkIdArr: [rye] })
  await call(jobs.undo, { undo: again.undo })
  await call(links.deleteLinks, { linkIdArr: [apple] })
  await call(links.trashLinks, { linkIdArr: [rye] })
  await call(trash.deleteTrashedLinks, { linkIdArr: [rye] })
  const old = (await call<Made>(collections.createCollection, { name: 'Old' }))._id
  await call(collections.trashCollections, { folderIdArr: [old] })
  await call(trash.listTrashedCollections, { page: 1 })
  await call(trash.countTrash, { folderIdArr: [old] })
  await call(trash.deleteTrashedCollections, { folderIdArr: [old] })
  await call(collections.deleteCollection, { folder_id: cakes })
  await call(trash.emptyTrash, { type: 2 })
  // Emptying an empty trash is a valid call.
  await call(trash.emptyTrash, { type: 2 })

  // Import and export.
  const file = new Blob([bookmarks], { type: 'text/html' })
  const { job } = await call<{ job: string }>(transfer.importBookmarks, { type: 'html', file })
  await call(jobs.cancelJob, { job })
  await call(jobs.jobStatus, { job })
  await call(jobs.listRunningJobs)
  await call(transfer.listImports)
  await waitForEnd(ada, job)
  const other = new Blob([bookmarks], { type: 'text/html' })
  const { job: preview } = await call<{ job: string }>(transfer.importBookmarks, {
    type: 'html',
    preview: '1',
    file: other,
  })
  await waitForEnd(ada, preview)
  const choices = { ...defaultChoices, where: 'new', name: 'From my browser' } as const
  await call(previews.previewImport, { job: preview, choices })
  await waitForEnd(ada, preview)
  await call(previews.startImport, { job: preview, choices })
  await call(jobs.cancelJob, { job: preview })
  await call(transfer.exportBookmarks)
  await call(linkExport.countExport, { folder_id: bread, include_sub: 1 })
  await call(linkExport.exportLinks, { format: 'markdown', folder_id: bread, include_sub: 1 })

  // Account and settings.
  await call(session.getUserData)
  await call(session.getProfile)
  await call(session.changeTheme, { theme: 1 })
  await call(session.updateView, { view: { links: 2, folders: 4 } })
  await call(session.updateCollectionsView, { folders: 3 })
  await call(session.updateLinksLoad, { load_links: 1 })
  await call(session.getStorage)
  await call(session.clipboardAccess, { clipboard_access: 1 })
  await call(session.updateDigest, { mail_digest: 1 })
  const stop = { person: ada.id, key: createUnsubscribeKey(app.services.config, ada.id) }
  await to.call(notifications.unsubscribeDigest, null, stop)
  await call(session.updateAnnouncements, { announcement: 'encryption' })
  await call(session.rememberCollection, { folder_id: bread, category: 3 })
  await call(accounts.readProfile)
  await call(accounts.checkUsername, { username: 'ada.lovelace' })
  await call(accounts.updateUserDetails, {
    first_name: 'Ada',
    last_name: 'Lovelace',
    username: 'ada.lovelace',
  })
  await call(accounts.signImageUpload, { fileName: 'ada.png', fileType: 'image/png' })
  await call(accounts.uploadProfileImage, { file: new Blob([png], { type: 'image/png' }) })
  const key = 'Zt4mQ9xW2kLr7VbN5cHs8JdP'
  await call(keys.addKey, { key, name: 'Nightly script', type: 1, scope: 'write' })
  await call(keys.listKeys)
  await call(keys.deleteKey, { key })
  const [state, verifier] = ['a random value', 'another one'].map(text => hashToken(text)) as [string, string]
  const asked = { name: 'Firefox on Linux', state, challenge: hashToken(verifier) }
  const { code } = await call<{ code: string }>(keys.createConnectCode, asked)
  await to.call(keys.exchangeConnectCode, null, { code, state, verifier })
  await tourOfWebhooks(app, call, site, bread)
  await tourOfFeeds(app, call, site, bread)
  const { _id: search_id } = await call<Made>(saved.saveSearch, { name: 'Rye', input: 'rye tag:bread' })
  await call(saved.listSavedSearches)
  await call(saved.countSavedSearches)
  await call(saved.renameSavedSearch, { search_id, name: 'Rye bread' })
  await call(saved.deleteSavedSearch, { search_id })
  await call(streamEvents, {})
  await call(urlToPdf, { url: `/c/${bread}` })
  await tourOfStorage(app, call, ada, bread)
  await tourOfDuplicates(call, kitchen)
  await tourOfRules(app, to, ada, bread)
  await tourOfEncryption(call, rosa)
  // Exports are five minutes apart.
  app.clock.now += 5 * 60_000
  await call(libraryExport.getExportSize)
  await call(libraryExport.exportLibrary)
  await call(libraryExport.getLibraryExport)
  await call(libraryExport.stopLibraryExport)
  const lena = await signIn(app, 'lena', 2)
  await tourOfBrokenLinks(app, (op, input) => to.call(op, lena, input), { person: lena, site })
  await tourOfAccount(app, to)
  return to.examples
}
