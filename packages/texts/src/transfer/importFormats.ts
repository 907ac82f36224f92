import type { BrokenAt, InvalidRow, PartLeftOut } from '@nestmark/core/bookmarkFiles/events'
import type { FormatId } from '@nestmark/core/bookmarkFormats/formatId'
import { counted } from '../counts.ts'

/** The formats of bookmark files. */
const formatNames: Record<FormatId, string> = {
  bookmarkHtml: 'a bookmark file (HTML)',
  pocketCsv: 'an export of Pocket (CSV)',
  raindropCsv: 'an export of Raindrop (CSV)',
  instapaperCsv: 'an export of Instapaper (CSV)',
  diigoCsv: 'an export of Diigo (CSV)',
  matterCsv: 'an export of Matter (CSV)',
  readerCsv: 'an export of Readwise Reader (CSV)',
  readwiseCsv: 'highlights of Readwise (CSV)',
  mymindCsv: 'an export of mymind (CSV)',
  zoteroCsv: 'an export of Zotero (CSV)',
  googleSavedCsv: 'a list of Google (CSV)',
  redditCsv: 'saved items of Reddit (CSV)',
  csv: 'a table (CSV)',
  firefoxJson: 'a backup of Firefox',
  firefoxPlaces: 'the bookmarks of Firefox (places.sqlite)',
  chromiumJson: 'the profile file of a browser',
  pinboardJson: 'an export of Pinboard (JSON)',
  raindropJson: 'a backup of Raindrop (JSON)',
  deliciousJson: 'an export of Delicious (JSON)',
  omnivoreJson: 'an export of Omnivore',
  karakeepJson: 'an export of Karakeep (JSON)',
  linkwardenJson: 'a backup of Linkwarden (JSON)',
  wallabagJson: 'an export of wallabag (JSON)',
  readabilityJson: 'an export of Readability (JSON)',
  elcuratorJson: 'an export of elCurator (JSON)',
  diigoJson: 'an export of Diigo (JSON)',
  zoteroJson: 'an export of Zotero (JSON)',
  cslJson: 'a reference list (CSL JSON)',
  tabSessionJson: 'sessions of Tab Session Manager',
  tobyJson: 'an export of Toby (JSON)',
  goodlinksJson: 'an export of GoodLinks (JSON)',
  anyboxJson: 'an export of Anybox (JSON)',
  sessionBuddyJson: 'sessions of Session Buddy',
  starredJson: 'starred items of a feed reader (JSON)',
  nestmarkJson: 'an export of Nestmark (JSON)',
  xbel: 'an XBEL file',
  opml: 'an OPML file',
  zoteroRdf: 'an export of Zotero (RDF)',
  enex: 'an export of Evernote (ENEX)',
  feedXml: 'a feed (RSS or Atom)',
  safariPlist: 'a property list of Safari',
  addressList: 'a list of addresses',
  elinks: 'the bookmarks of ELinks',
  zip: 'a ZIP file',
}

/** Returns the name of a format of a report; '' for one of another version. */
export const nameFormat = (id: string): string => (id in formatNames ? formatNames[id as FormatId] : '')

/** Why a row is not imported. */
export const rowReasons: Record<InvalidRow['reason'], string> = {
  empty: 'There is no address',
  notAnAddress: 'This is not an address',
  tooLong: 'The address is longer than 8,192 characters',
  unclearQuotes: 'The quotes in this row do not match',
  inComment: 'This row is inside a comment',
  cells: 'This row has more cells than the table has columns',
  damaged: 'This row is damaged',
  upload: 'This is an uploaded file, which is not in this format',
  deleted: 'This was in the trash',
  unsaved: 'This came from a feed and was not saved',
  encrypted: 'This link is encrypted: only its key opens it',
}

/** Why a part of a file besides its rows is not imported. */
export const partReasons: Record<PartLeftOut['reason'], (count: number) => string> = {
  otherFile: n =>
    n === 1 ? 'This file in the ZIP is not imported' : `${counted(n, 'file')} in the ZIP are not imported`,
  nested: () => 'A ZIP inside the ZIP is not read. Import it on its own.',
  unreadable: () => 'This file in the ZIP is damaged or encrypted',
  tooLarge: () => 'This file in the ZIP is too large',
  passwords: () => 'This file in the ZIP has passwords and was not read',
  domain: () => 'This domain was not imported. Set it in the Share dialog and verify it again',
  look: () => 'The name, logo and colours of this page were not imported',
  column: () => 'This column is not imported',
  query: () => 'This list is a search and is not imported',
  feed: () => 'This feed is not imported',
  rule: n => `${counted(n, 'rule')} above the limit ${n === 1 ? 'is' : 'are'} not imported`,
  sealed: n =>
    `${counted(n, 'highlight')} ${n === 1 ? 'is' : 'are'} encrypted: only the key opens ${n === 1 ? 'it' : 'them'}`,
}

/** Why a file in the ZIP of an export of everything is not imported. */
export const fileReasons = {
  noLink: 'Its link was not imported, or was here already',
  missing: 'This file is missing in the ZIP',
  damaged: 'This file in the ZIP is damaged',
  tooLarge: 'This file in the ZIP is too large',
  type: 'This file isn’t of the type that it should be',
  encrypted: 'This file is encrypted: only its key opens it',
  noRoom: 'There was no room for this file',
  unknown: 'This file in the ZIP belongs to no link',
}

/** Why a feed or a saved search is not imported. */
export const extraReasons = {
  feedAddress: 'This is not the address of a feed',
  feedPlace: 'The collection of this feed was not imported, or is encrypted',
  feedThere: 'The collection has this feed already',
  feedRoom: 'There was no room for this feed',
  searchThere: 'This saved search is here already',
  searchRoom: 'There was no room for this saved search',
  rule: 'This rule cannot be read',
  rulePlace: 'The collection or the feed of this rule was not imported',
  ruleThere: 'This rule is here already',
  ruleRoom: 'There was no room for this rule',
}

/** Where and why a file breaks off. */
export const brokenReasons: Record<BrokenAt['reason'], string> = {
  cutOff: 'The file breaks off here; links may be missing after this one',
  damaged: 'The file is damaged; what follows could not be read',
  tooDeep: 'The file is nested too deeply; what follows was not read',
  tooLarge: 'A part of the file is too large; what follows was not read',
  documentType: 'The file declares entities, which are not allowed; what follows was not read',
}
