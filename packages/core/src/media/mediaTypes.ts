/** The media types of files that the specification allows ('Uploaded file must be one of these media types'). */
export const uploadTypes = [
  'audio/mp4',
  'audio/mpeg',
  'audio/webm',
  'audio/ogg',
  'audio/wav',
  'audio/mp3',
  'image/webp',
  'video/mp4',
  'video/mpeg',
  'video/webm',
  'video/ogg',
  'image/gif',
  'image/jpeg',
  'image/png',
] as const

/** Documents are accepted as notes only (see docs/formats.md). */
export const documentType = 'application/pdf'

export type UploadType = (typeof uploadTypes)[number]
export type MediaType = UploadType | typeof documentType

/** The maximum size of a file in bytes (the specification's 'upload maximum 100,000,000 bytes'). */
export const maxFileBytes = 100_000_000

export function isMediaType(type: string): type is MediaType {
  return type === documentType || (uploadTypes as readonly string[]).includes(type)
}

const categories: Readonly<Record<string, number>> = { image: 1, video: 2, application: 4, audio: 5 }

/** Returns the category of links with such a file: 1 image, 2 video, 4 note, 5 audio. */
export function toCategory(type: MediaType): number {
  return categories[type.slice(0, type.indexOf('/'))] ?? 4
}

/** The extension of served files, and the container that the first bytes must have. */
const containers = {
  'audio/mp4': ['m4a', 'mp4'],
  'audio/mpeg': ['mp3', 'mpegAudio'],
  'audio/webm': ['weba', 'webm'],
  'audio/ogg': ['ogg', 'ogg'],
  'audio/wav': ['wav', 'wav'],
  'audio/mp3': ['mp3', 'mpegAudio'],
  'image/webp': ['webp', 'webp'],
  'video/mp4': ['mp4', 'mp4'],
  'video/mpeg': ['mpg', 'mpegVideo'],
  'video/webm': ['webm', 'webm'],
  'video/ogg': ['ogv', 'ogg'],
  'image/gif': ['gif', 'gif'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png', 'png'],
  'application/pdf': ['pdf', 'pdf'],
} as const satisfies Record<MediaType, readonly [extension: string, container: string]>

/** The container, detected from the first bytes of a file. MP4, WebM and Ogg contain either audio or video. */
export type Container = (typeof containers)[MediaType][1]

export const toContainer = (type: MediaType): Container => containers[type][1]
export const toExtension = (type: MediaType): string => containers[type][0]
