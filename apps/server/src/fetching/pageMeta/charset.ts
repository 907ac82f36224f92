/** How many bytes of a page are searched for a misplaced declaration. */
const maxSearchedBytes = 64 * 1024

/**
 * Decodes a page: byte order mark, then HTTP, then a declaration in the first 1,024 bytes, then UTF-8 (F13).
 * A charset that yields many replacement characters is skipped, and the next is tried: later declarations,
 * the legacy charsets of the page's language or country, and finally windows-1252, which fits everything. A declared
 * UTF-8 may have more of them: in other charsets, few bytes look like UTF-8.
 * @param bytes the page, which may end in the middle of a character
 * @param http charset of the Content-Type header
 * @param host its last label may be a country
 */
export function decodePage(bytes: Uint8Array, http: string | undefined, host: string): string {
  const bomEncoding = detectByteOrderMark(bytes)
  if (bomEncoding) return decode(bytes, bomEncoding)
  for (const { label, isDeclared } of listCandidates(bytes, http, host)) {
    const encoding = toEncoding(label)
    if (!encoding) continue
    const text = decode(bytes, encoding)
    if (!isMisdecoded(text, bytes, isDeclared && encoding === 'utf-8')) return text
  }
  return decode(bytes, 'windows-1252')
}

function detectByteOrderMark([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined
}

function* listCandidates(
  bytes: Uint8Array,
  http: string | undefined,
  host: string,
): Generator<{ label: string | undefined; isDeclared: boolean }> {
  const declare = (label: string | undefined) => ({ label, isDeclared: true })
  const guess = (label: string) => ({ label, isDeclared: false })
  yield declare(http)
  const head = decodeLatin1(bytes, 1024)
  yield declare(findDeclaredCharset(head))
  // UTF-16 without a BOM: every other byte of the markup is zero.
  if (/^(\0[^\0]){4}/.test(head)) yield guess('utf-16be')
  if (/^([^\0]\0){4}/.test(head)) yield guess('utf-16le')
  const more = decodeLatin1(bytes, maxSearchedBytes)
  // This encoding uses ASCII bytes only, and would pass as UTF-8.
  if (more.includes('\x1b$B') || more.includes('\x1b$@')) yield guess('iso-2022-jp')
  yield guess('utf-8')
  yield declare(findDeclaredCharset(more))
  const tag = /<html[^>]{0,500}\slang\s*=\s*["']?([a-z]{2,3})(?:[-_]([a-z]{2,4}))?/i.exec(more)
  const [language = '', region = ''] = (tag ?? []).slice(1).map(part => part?.toLowerCase())
  const country = host.slice(host.lastIndexOf('.') + 1)
  for (const label of listLegacyCharsets(language, region, country)) yield guess(label)
}

/** Returns the charset declared in a meta element or an XML declaration. */
function findDeclaredCharset(text: string): string | undefined {
  const xml = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{1,40})/i.exec(text)?.[1]
  if (xml) return xml
  const markup = text.replace(/<!--[^]*?(-->|$)/g, '')
  for (const [meta] of markup.matchAll(/<meta[\s/][^>]{0,1000}/gi)) {
    const label = /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(meta)?.[1]
    // Text that is readable as ASCII to this point is not UTF-16, regardless of its declaration (WHATWG HTML).
    if (label) return /^utf-?16/i.test(label) ? 'utf-8' : label
  }
  return undefined
}

function toEncoding(label: string | undefined): string | undefined {
  if (!label) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  // Streaming mode omits a character that the size limit truncated.
  return new TextDecoder(encoding).decode(bytes, { stream: true })
}

/**
 * Returns true when more than one in twenty non-ASCII bytes could not be decoded, or for a declared UTF-8, when more
 * characters could not be decoded than other non-ASCII characters could.
 */
function isMisdecoded(text: string, bytes: Uint8Array, isDeclaredUtf8: boolean): boolean {
  let replaced = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) replaced++
  if (replaced === 0) return false
  let high = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte > 0x7f) high++
    // A replacement character in the page itself, in UTF-8, is not a decoding error.
    if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) replaced--
  }
  if (!isDeclaredUtf8) return replaced * 20 > high
  let characters = 0
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) > 0x7f && text[at] !== '\ufffd') characters++
  return replaced > characters
}

function decodeLatin1(bytes: Uint8Array, max: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, max)).toString('latin1')
}

/** The legacy encodings of languages, and of countries and scripts, the most likely first. */
const charsetsByRegion: { encodings: string[]; languages: string; places: string }[] = [
  { encodings: ['shift_jis', 'euc-jp'], languages: 'ja', places: 'jp' },
  { encodings: ['gb18030', 'big5'], languages: 'zh', places: 'cn' },
  { encodings: ['big5', 'gb18030'], languages: '', places: 'tw hk hant' },
  { encodings: ['euc-kr'], languages: 'ko', places: 'kr' },
  {
    encodings: ['windows-1251', 'koi8-r'],
    languages: 'ru uk be bg kk mk sr',
    places: 'ru su ua by bg kz xn--p1ai',
  },
  { encodings: ['windows-1250'], languages: 'pl cs sk hu ro hr sl', places: 'pl cz sk hu ro hr si' },
  { encodings: ['windows-1253'], languages: 'el', places: 'gr' },
  { encodings: ['windows-1254'], languages: 'tr', places: 'tr' },
  { encodings: ['windows-1255'], languages: 'he', places: 'il' },
  { encodings: ['windows-1256'], languages: 'ar fa ur', places: 'sa eg ir pk' },
  { encodings: ['windows-1257'], languages: 'lt lv et', places: 'lt lv ee' },
  { encodings: ['windows-1258'], languages: 'vi', places: 'vn' },
  { encodings: ['windows-874'], languages: 'th', places: 'th' },
]

/**
 * Returns the encodings to try for a page that declares none, the most likely first.
 * @param language first part of its language tag, or ''
 * @param region second part of its language tag, or ''
 * @param country last label of its host
 */
function listLegacyCharsets(language: string, region: string, country: string): string[] {
  const matchEncodings = (key: 'languages' | 'places', code: string) =>
    charsetsByRegion
      .filter(entry => code && entry[key].split(' ').includes(code))
      .flatMap(entry => entry.encodings)
  return [
    ...matchEncodings('places', region),
    ...matchEncodings('languages', language),
    ...matchEncodings('places', country),
  ]
}
