import { libraryFormat, librarySchemaPath, libraryVersion } from '../libraryFile/format.ts'
import type { LibraryHead, LibraryLink } from '../libraryFile/schema.ts'
import type { LinkFileHead, LinkWriter } from './linkFile.ts'

/** Writes links in the form of nestmark.json, with collections and links only. */
export function openJsonWriter({ server, at, collections, encrypted = 0 }: LinkFileHead): LinkWriter {
  const head: LibraryHead = {
    // First, because readers recognise the file by it.
    format: libraryFormat,
    version: libraryVersion,
    $schema: `${server}${librarySchemaPath}`,
    server,
    exported_at: at,
    ...(encrypted > 0 && { encrypted_left_out: encrypted }),
  }
  const lines = collections.map(each => `\n${JSON.stringify(each)}`).join(',')
  let before = '\n'
  return {
    start: () => `${JSON.stringify(head).slice(0, -1)},\n"collections":[${lines}\n],\n"links":[`,
    folder: () => '',
    folderEnd: () => '',
    link: ({ path: _path, page: _page, isCover: _isCover, hasFile: _hasFile, ...link }) => {
      const line = before + JSON.stringify(link satisfies LibraryLink)
      before = ',\n'
      return line
    },
    end: () => '\n]}\n',
  }
}
