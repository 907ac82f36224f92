import { useStoreSelector } from '../../store.ts'
import { uploads, type Upload } from '../upload.ts'

const indexes = new WeakMap<readonly Upload[], Map<string, string>>()

/** Returns the local pictures of uploads by the links that they have become. */
function indexPictures(list: readonly Upload[]): Map<string, string> {
  const known = indexes.get(list)
  if (known) return known
  const index = new Map(
    list.flatMap(({ linkId, picture }) => (linkId && picture ? [[linkId, picture] as const] : [])),
  )
  indexes.set(list, index)
  return index
}

/**
 * Returns the address of the local picture of a link whose file this window has uploaded. The link shows it until the
 * server has made its own.
 */
export function useUploadedPicture(linkId: string): string | undefined {
  return useStoreSelector(uploads, list => (list.length === 0 ? undefined : indexPictures(list).get(linkId)))
}
