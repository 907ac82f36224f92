import {
  isMediaType,
  type MediaType,
  toExtension,
  type UploadType,
  uploadTypes,
} from '@nestmark/core/media/mediaTypes'
import { truncateText } from '@nestmark/core/words/truncateText'
import { fileTexts } from '@nestmark/texts/links/files'
import { refuse } from '../../../access/refuse.ts'

const maxNameLength = 255

/**
 * Returns the media type of a new upload. Parameters of the type, such as codecs, are ignored.
 * @throws Refused 'files.typeUnsupported' with the extension of the name
 */
export function requireMediaType(contentType: string, name: string): MediaType {
  const type = toBareType(contentType)
  return isMediaType(type) ? type : refuseType(name)
}

/** The same for the form of the specification, which takes its fourteen types only. */
export function requireUploadType(contentType: string, name: string): UploadType {
  const type = toBareType(contentType)
  return uploadTypes.find(known => known === type) ?? refuseType(name)
}

/** The type of an upload that becomes a copy of a page. */
export const pageMediaType = 'text/html'

/** @throws Refused 'files.typeUnsupported' for an upload of a page that is not HTML */
export function requirePageType(contentType: string, name: string): void {
  if (toBareType(contentType) !== pageMediaType) refuseType(name)
}

/** @throws Refused 'files.typeUnsupported' always: the bytes are not of the declared type */
export function refuseContent(name: string): never {
  return refuse('files.typeUnsupported', { sentence: fileTexts.otherType(readExtension(name)) })
}

/** @throws Refused 'files.typeUnsupported' always: metadata cannot be removed from the file */
export function refuseDamaged(name: string): never {
  return refuse('files.typeUnsupported', { sentence: fileTexts.damaged(readExtension(name)) })
}

/** @throws Refused 'files.typeUnsupported' always: the declared type is not supported */
function refuseType(name: string): never {
  return refuse('files.typeUnsupported', { sentence: fileTexts.unsupported(readExtension(name)) })
}

function toBareType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

function readExtension(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''
}

/** Returns the name under which a file is shown: its last path segment, without invisible characters. */
export function cleanFileName(name: string, type: MediaType): string {
  const segment = name.split(/[\\/]/).at(-1) ?? ''
  // Controls, and marks that change the direction of the text around them. Persian words and emoji need the joiners.
  const visible = segment.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim()
  // A name of dots is a folder in an address.
  return /^[.\u200c\u200d]*$/.test(visible) ? `file.${toExtension(type)}` : truncateName(visible)
}

/** Cuts a name before its extension, by which systems choose the program that opens it. */
function truncateName(name: string): string {
  if (name.length <= maxNameLength) return name
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return (
    truncateText(name.slice(0, name.length - extension.length), maxNameLength - extension.length) + extension
  )
}

/** Returns the key by which a client names an upload or a file. */
export function toFileKey(id: string, type: string): string {
  return isMediaType(type) ? `${id}.${toExtension(type)}` : id
}

/** Returns the id in such a key; null for another text. */
export function parseFileKey(key: string): string | null {
  return /^(?:u\/)?([A-Za-z0-9_-]{22})(?:\.[a-z0-9]{1,5})?$/.exec(key)?.[1] ?? null
}
