import type { ByteRange } from '../../../blobStorage/fileStore.ts'

/**
 * Returns the range of a `Range` header: 'whole' without a range that is understood, and for several ranges; 'none' for
 * one outside of the file.
 * @param size of the file in bytes, at least 1
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '')
  const [, from = '', to = ''] = found ?? []
  if (!found || (from === '' && to === '')) return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'none' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first >= size ? 'none' : { first, last }
}
