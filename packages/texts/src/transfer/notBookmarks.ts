/** The error of a file without bookmarks. Apart from the other errors: the first page shows it before it sends a file. */
export const notBookmarks = 'This is not a bookmark file. Export your bookmarks as an HTML file.'

const kinds = {
  firefoxBackup: 'a Firefox backup',
  chromiumProfile: 'a profile file of a browser such as Chrome',
  json: 'a JSON file',
  zip: 'a ZIP file',
  plist: 'a property list of Safari or macOS',
  database: 'a database file',
  opml: 'an OPML file',
  xbel: 'an XBEL file',
  csv: 'a CSV file',
  markdown: 'a Markdown file',
  elinks: 'a bookmark list of ELinks',
  feed: 'a feed',
  pdf: 'a PDF file',
  addressList: 'a list of addresses',
  passwords: 'a list of passwords',
} as const

/** The error of a file of another kind that is known. */
export const otherFile = (kind: keyof typeof kinds) =>
  `This is ${kinds[kind]}, not a bookmark file. Export your bookmarks as an HTML file.`
