import type { LinkMedia } from '@nestmark/contract/links/linkMedia'
import type { Link } from '@nestmark/contract/shapes'
import type { FileFacts, FileRow } from '../../db/tables/fileTables.ts'
import { toFileKey } from './receiving/uploadType.ts'

/** The columns of a link's files in a list, each as a JSON array in this order. */
export const listedFileColumns =
  "f.position, f.kind, f.id, f.media_type, f.name, f.width, f.height, f.duration_ms, f.pages, f.peaks, case when b.state = 'arriving' then 'working' else f.state end, b.lost_at, f.fault, f.facts, f.sealed"

type ListedFile = [
  position: number,
  kind: FileRow['kind'],
  id: string,
  type: string,
  name: string,
  width: number | null,
  height: number | null,
  duration: number | null,
  pages: number | null,
  peaks: string | null,
  state: FileRow['state'],
  lostAt: number | null,
  failure: FileRow['fault'],
  facts: string | null,
  sealed: string | null,
]

/**
 * Returns the fields of a link about its files.
 * @param json the listed files, an array of arrays
 */
export function presentFiles(json: string): Pick<Link, 's3_key' | 'media'> {
  if (json === '[]') return { s3_key: [] }
  const all = (JSON.parse(json) as ListedFile[]).sort(([a], [b]) => a - b)
  const files = all.filter(([, kind]) => kind === 'file')
  const posters = new Map(all.filter(([, kind]) => kind === 'poster').map(file => [file[0], file]))
  const toKey = (file: ListedFile | undefined) => (file ? toFileKey(file[2], file[3]) : '')
  const toSealed = ([, , , , , , , , , , , , , , sealed]: ListedFile) => (sealed === null ? {} : { sealed })
  const [first, ...more] = files
  return {
    s3_key: files.map(file => ({
      file: toKey(file),
      thumb: toKey(posters.get(file[0])),
      ...toSealed(file),
    })),
    ...(first && {
      media: { ...toMedia(first), ...(more.length > 0 && { more: more.map(([, , , , name]) => name) }) },
    }),
  }
}

function toMedia(file: ListedFile): LinkMedia {
  const [, , , mediaType, name, width, height, duration, pages, peaks, state, lostAt, failure, json] = file
  const facts = json === null ? {} : (JSON.parse(json) as FileFacts)
  return {
    name,
    media_type: mediaType,
    width,
    height,
    duration,
    pages,
    peaks: peaks === null ? null : (JSON.parse(peaks) as number[]),
    state: lostAt === null ? state : 'lost',
    fault: lostAt === null && state === 'failed' ? failure : null,
    title: facts.title ?? '',
    artist: facts.artist ?? '',
    play_type: facts.playType ?? '',
  }
}
