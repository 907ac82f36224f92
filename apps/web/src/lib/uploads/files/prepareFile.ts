import {
  isMediaType,
  maxFileBytes,
  type MediaType,
  toCategory,
  uploadTypes,
} from '@nestmark/core/media/mediaTypes'
import { isSniffedAs, sniffedBytes } from '@nestmark/core/media/sniff'
import { planStrip } from '@nestmark/core/media/strip'
import { fileTexts as texts } from '@nestmark/texts/links/files'

/** A file that can be uploaded, without place and camera data. */
export interface PreparedFile {
  bytes: Blob
  name: string
  type: MediaType
  category: number
}

/** A file cannot be uploaded; the message states why. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'
}

const extensionOf = (name: string) => /\.([^.]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The types that some browsers name differently, or not at all. */
const typesByExtension: Readonly<Record<string, MediaType>> = {
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webp: 'image/webp',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  ogv: 'video/ogg',
  webm: 'video/webm',
  pdf: 'application/pdf',
}
const aliases: Readonly<Record<string, MediaType>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/mpeg3': 'audio/mpeg',
  'video/x-m4v': 'video/mp4',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
}

/** Returns the media type of a file by its declared type or extension; undefined where it is not supported. */
export function toMediaType({ name, type }: Pick<File, 'name' | 'type'>): MediaType | undefined {
  const declared = type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (isMediaType(declared)) return declared
  return aliases[declared] ?? (declared === '' ? typesByExtension[extensionOf(name)] : undefined)
}

/** What a file picker of a category accepts. Category 4 has PDF documents. */
export function toAccept(category: number): string {
  const types =
    category === 4 ? ['application/pdf'] : uploadTypes.filter(type => toCategory(type) === category)
  const extensions = Object.entries(typesByExtension).filter(([, type]) => (types as string[]).includes(type))
  return [...types, ...extensions.map(([extension]) => `.${extension}`)].join()
}

/** The type of pictures that become JPEG, where this browser can decode them. */
const isHeic = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  /^image\/hei[cf]/.test(type) || /^hei[cf]$/.test(extensionOf(name))

/**
 * Returns the type and category of a file by its name, declared type and size, without reading it.
 * @throws RefusedFile with the sentence of the specification
 */
export function inspectFile(file: File): Pick<PreparedFile, 'type' | 'category'> {
  if (file.size === 0) throw new RefusedFile(texts.empty)
  if (file.size > maxFileBytes) throw new RefusedFile(texts.tooLarge)
  const type = toMediaType(file)
  if (type) return { type, category: toCategory(type) }
  if (isHeic(file)) return { type: 'image/jpeg', category: 1 }
  throw new RefusedFile(texts.unsupported(extensionOf(file.name)))
}

/**
 * Checks a file before a byte is sent, and removes place and camera data from it. Pictures that only this browser can decode
 * become JPEG. A picture whose structure is damaged, so that anything can be in it, is written anew from its pixels.
 * @param isServerChecked whether the server gets the file in plain text: it then does the same for a damaged file, and
 * for animations too
 * @throws RefusedFile with the sentence of the specification
 */
export async function prepareFile(file: File, isServerChecked = false): Promise<PreparedFile> {
  const { name } = file
  const { type, category } = inspectFile(file)
  if (!toMediaType(file)) {
    const decoded = await drawAgain(file, 'image/jpeg')
    if (!decoded) throw new RefusedFile(texts.unsupported(extensionOf(name)))
    return { bytes: decoded, name: name.replace(/\.[^.]*$/, '.jpg'), type, category }
  }
  const head = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer())
  if (!isSniffedAs(head, type)) throw new RefusedFile(texts.otherType(extensionOf(name)))
  const bytes = (await strip(file, type)) ?? (isServerChecked ? file : await drawAgain(file, type))
  if (!bytes) throw new RefusedFile(texts.damaged(extensionOf(name)))
  return { bytes, name, type, category }
}

/** Returns the file without place and camera data; null when its structure cannot be read to its end. */
async function strip(file: File, type: MediaType): Promise<Blob | null> {
  const pieces = await planStrip(
    async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
    file.size,
  )
  if (pieces === 'unreadable') return null
  if (pieces === 'clean') return file
  return new Blob(
    pieces.map(piece => (piece instanceof Uint8Array ? piece : file.slice(piece.from, piece.to))),
    { type },
  )
}

/** Returns a picture anew from its pixels, or null where this browser cannot decode it or write its type. */
async function drawAgain(file: File, type: MediaType): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    image.close()
    const drawn = await canvas.convertToBlob({ type, quality: 0.92 })
    return drawn.type === type ? drawn : null
  } catch {
    return null
  }
}
