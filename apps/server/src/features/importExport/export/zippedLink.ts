import { type JsonObject, toObject, toObjects, toText } from '@nestmark/core/bookmarkFormats/json/jsonFormat'
import { isMediaType } from '@nestmark/core/media/mediaTypes'
import type { ArchiveMode } from '@nestmark/contract/reading/copies'
import type { CopyVersionRow } from '../../../db/tables/copyTables.ts'
import { type FileKind, pageFileKinds } from '../../../db/tables/fileTables.ts'
import { cleanFileName } from '../../uploads/receiving/uploadType.ts'
import type { FileReason, ZippedFile } from '../files/zippedFiles.ts'

/** The files of one link, and the versions of its page. */
const [maxFiles, maxVersions] = [100, 3]
const maxNumber = 1_000_000

/** What is known of a version of a page besides its link and its size. */
export type ZippedVersion = Omit<CopyVersionRow, 'link_id' | 'size'>

/** What a link of `nestmark.json` has beside it in the ZIP. */
export interface ZippedLink {
  /** Its id in the file. */
  id: string
  files: ZippedFile[]
  /** Files that are not imported, by their paths. */
  left: { path: string; reason: FileReason }[]
  /** The versions of its page, the newest first. */
  versions: ZippedVersion[]
  keep: ArchiveMode | null
  reading: { version: number; char_offset: number; read_at: number } | null
}

/**
 * Reads what a link has beside it. Values that cannot be are left out or replaced: another program may have written them.
 * @param now later dates are this one, in milliseconds since 1970
 */
export function readZippedLink(value: JsonObject, now: number): ZippedLink {
  const toTime = (written: unknown) =>
    typeof written === 'number' && written >= 0 ? Math.min(now, Math.floor(written)) : now
  const versions = toObjects(value.copies)
    .flatMap(copy => toVersion(copy, toTime) ?? [])
    .toSorted((one, other) => other.number - one.number)
    .filter(({ number }, at, all) => number !== all[at - 1]?.number)
    .slice(0, maxVersions)
  const numbers = new Set(versions.map(({ number }) => number))
  const link: ZippedLink = { id: toText(value.id), files: [], left: [], versions, keep: null, reading: null }
  const places = new Set<string>()
  for (const file of toObjects(value.files)) {
    const path = toText(file.path)
    const read = toFile(file, path, toTime)
    const place = read && `${read.kind} ${read.position}`
    const hasVersion = !read || !isVersioned(read.kind) || numbers.has(read.position)
    if (toText(file.sealed) !== '') link.left.push({ path, reason: 'encrypted' })
    else if (!read || place === null || places.has(place) || places.size >= maxFiles || !hasVersion)
      link.left.push({ path, reason: 'type' })
    else {
      places.add(place)
      link.files.push(read)
    }
  }
  const keep = toText(value.keep_copies)
  if (keep === 'full' || keep === 'reader' || keep === 'never') link.keep = keep
  const { version, offset, at } = toObject(value.reading)
  if (isCount(version) && isCount(offset) && numbers.has(version))
    link.reading = { version, char_offset: offset, read_at: toTime(at) }
  return link
}

const isVersioned = (kind: FileKind) => kind === 'copy' || kind === 'reader'

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const toCount = (value: unknown) => (isCount(value) ? value : 0)

const kinds: readonly string[] = ['file', 'poster', ...pageFileKinds]

function toFile(file: JsonObject, path: string, toTime: (written: unknown) => number): ZippedFile | null {
  const { kind, number: position, media_type: mediaType } = file
  if (typeof kind !== 'string' || !kinds.includes(kind) || !isCount(position) || position > maxNumber)
    return null
  const type = toText(mediaType)
  const isPage = type === 'text/html'
  if (isPage ? !isVersioned(kind as FileKind) : !isMediaType(type)) return null
  const name = clean(file.name)
  return {
    kind: kind as FileKind,
    position,
    name: isMediaType(type) ? cleanFileName(name, type) : cleanPageName(name),
    mediaType: type,
    path,
    savedAt: toTime(file.saved_at),
  }
}

/** Returns the name of a page as `addPageFiles` writes it. */
const cleanPageName = (name: string) => name.replaceAll(/[\\/\p{Cc}]/gu, ' ').slice(0, 120) || 'Page.html'

const clean = (value: unknown, max = 1000) => toText(value).replaceAll('\0', '').toWellFormed().slice(0, max)

function toVersion(copy: JsonObject, toTime: (written: unknown) => number): ZippedVersion | null {
  const { number, mode, kind } = copy
  if (!isCount(number) || number < 1 || number > maxNumber) return null
  if (mode !== 'full' && mode !== 'reader' && mode !== 'file') return null
  if (kind !== 'article' && kind !== 'text' && kind !== 'file') return null
  return {
    number,
    kept_at: toTime(copy.saved_at),
    mode,
    kind,
    digest: clean(copy.digest, 100),
    title: clean(copy.title),
    byline: clean(copy.byline),
    site_name: clean(copy.site_name),
    lang: clean(copy.language, 50),
    dir: copy.direction === 'rtl' ? 'rtl' : 'ltr',
    words: toCount(copy.words),
    published_at: typeof copy.published_at === 'number' ? toTime(copy.published_at) : null,
    pictures_wanted: toCount(copy.pictures_wanted),
    pictures_kept: toCount(copy.pictures_kept),
  }
}
