import { createHash } from 'node:crypto'
import { isMediaType, toExtension } from '@nestmark/core/media/mediaTypes'
import { toZipPath } from '@nestmark/core/zipNames'
import { transferTexts as texts } from '@nestmark/texts/importExport'
import { unknownName } from '../files/fileAddress.ts'
import { type FileKind, isPageFile } from '../../db/fileTables.ts'
import type { ExportedFolder } from '../importExport/exportQuery.ts'
import type { ExportedFile } from './exportedFileQuery.ts'

/** A collection of the library with its path of names, the outermost first. */
export interface PlacedFolder extends ExportedFolder {
  path: string[]
}

/** Returns the collections of a library by id, each after its parent. */
export function placeFolders(
  inside: ReadonlyMap<string, readonly ExportedFolder[]>,
  rootId: string,
): Map<string, PlacedFolder> {
  const placed = new Map<string, PlacedFolder>()
  const open: { id: string; path: string[] }[] = [{ id: rootId, path: [] }]
  for (let next = open.pop(); next; next = open.pop())
    for (const folder of inside.get(next.id) ?? []) {
      const path = [...next.path, folder.name]
      placed.set(folder.id, { ...folder, path })
      open.push({ id: folder.id, path })
    }
  return placed
}

/** The names of the files of pages. */
const names: Partial<Record<FileKind, string>> = {
  reader: texts.zipArticle,
  pdf: texts.zipPdf,
  screenshot: texts.zipScreenshot,
}

/** Returns the path of a file in the ZIP. It depends on the file alone, so that it is the same in every export. */
export function toExportedPath(file: ExportedFile, folders: readonly string[]): string {
  const { id, kind, name, title, media_type: type, sealed, at } = file
  const isPage = isPageFile(file)
  const stem = name.replace(/\.[^.]*$/, '')
  const day = new Date(at).toISOString().slice(0, 10)
  return toZipPath({
    top: sealed !== null ? 'encrypted-files' : isPage ? 'pages' : 'files',
    folders,
    name: isPage
      ? `${shorten(title)} (${names[kind] ?? texts.zipCopy} ${day})`
      : kind === 'poster'
        ? `${shorten(stem)} (${texts.zipPoster})`
        : stem || unknownName,
    mark: createHash('sha256').update(id).digest('hex').slice(0, 10),
    extension: isMediaType(type)
      ? toExtension(type)
      : type === 'text/html'
        ? 'html'
        : (/\.([^.]*)$/.exec(name)?.[1] ?? ''),
  })
}

/** Leaves space for the suffix with the kind of the file. */
const shorten = (text: string) => [...text.toWellFormed()].slice(0, 50).join('')

/** Returns whether a file is stored by gzip, as pages are. */
export const isPacked = ({ kind, media_type: type }: ExportedFile): boolean =>
  type === 'text/html' && (kind === 'copy' || kind === 'reader')
