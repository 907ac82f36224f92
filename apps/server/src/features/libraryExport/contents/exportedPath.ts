import { createHash } from 'node:crypto'
import { isMediaType, toExtension } from '@nestmark/core/media/mediaTypes'
import { toZipPath } from '@nestmark/core/zipNames'
import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { unknownName } from '../../uploads/serving/fileAddress.ts'
import { type FileKind, isPageFile } from '../../../db/tables/fileTables.ts'
import type { ExportedFile } from './exportedFileQuery.ts'

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
export const isCompressed = ({ kind, media_type: type }: ExportedFile): boolean =>
  type === 'text/html' && (kind === 'copy' || kind === 'reader')
