/** What a file is that is no bookmark file. */
export type FileKind =
  | 'firefoxBackup'
  | 'chromiumProfile'
  | 'json'
  | 'zip'
  | 'plist'
  | 'database'
  | 'opml'
  | 'xbel'
  | 'csv'
  | 'markdown'
  | 'elinks'
  | 'feed'
  | 'pdf'
  | 'addressList'
  | 'passwords'

const signs: [kind: FileKind, sign: RegExp][] = [
  ['firefoxBackup', /^mozLz40|^\{[^]*"text\/x-moz-place/],
  ['chromiumProfile', /^\{[^]*"roots"/],
  ['json', /^[[{]\s*["{[\]}]/],
  ['zip', /^PK\p{Cc}{2}/u],
  ['plist', /^bplist00|^<plist[\s>]/],
  ['database', /^SQLite format 3/],
  ['opml', /^<opml[\s>]/i],
  ['xbel', /^<xbel[\s>]/i],
  ['csv', /^[^\n<>]{0,200}\b(?:url|link|href)\b"?,|^[^\n<>]{0,200},"?(?:url|link|href)\b/i],
  ['markdown', /^(?:#{1,6} [^\n]{1,200}\n\s*)?[-*] \[[^\n]{0,500}\]\(https?:/],
  ['elinks', /^[^\t\n]{1,500}\t(?:https?:[^\t\n]{1,2000})?\t\d+(?:\t[FE]*)?\s*(?:\n|$)/],
  ['feed', /^<(?:rss|feed)[\s>]/i],
  ['pdf', /^%PDF-/],
  ['addressList', /^https?:\/\/\S+\s*(?:\n|\||$)/],
]

/**
 * Returns what a file is, by its beginning; null when it is unknown.
 * @param head the first text of the file, without document type
 */
export function detectFileKind(head: string): FileKind | null {
  const start = head.trimStart()
  return signs.find(([, sign]) => sign.test(start))?.[0] ?? null
}
