import type { FileFailure } from '@nestmark/contract/links/linkMedia'
import type { Declarations, Defaulted } from './tableDeclaration.ts'

/** Stored bytes. Its id is the key of its object in the store. */
export interface BlobRow {
  id: string
  /** Who pays for it; null of a preview, and after the owner's account was deleted. */
  owner_id: string | null
  /** SHA-256 over the SHA-256 of each part of 8 MiB, in base64url. */
  digest: string
  /** In bytes. */
  size: number
  /** Detected from the bytes; `application/octet-stream` for encrypted bytes. */
  media_type: string
  /** `arriving`: a job copies the bytes of `copy_of`. `deleting`: no row uses it, and its object is removed later. */
  state: 'arriving' | 'ready' | 'deleting'
  /**
   * The category of links whose storage includes it: that of its first file, or `encryptedCategory`. 0 while no link has
   * it.
   */
  category: number
  copy_of: string | null
  created_at: number
  deleting_at: number | null
  /** When its object was found missing. */
  lost_at: number | null
  /** The blob of the picture whose large preview it is. It is deleted with that one; null of all other bytes. */
  preview_of: string | null
  /** 1: a picture that has its large preview, or needs none. */
  previewed: number
}

/** The category of the bytes of encrypted files, which belong to none of the five. */
export const encryptedCategory = 6

/** An upload in progress. Its size is reserved for the owner while it is open. */
export interface UploadRow {
  id: string
  /** The person who sends it. */
  person_id: string
  /** The owner of the collection, whose quota includes it. */
  owner_id: string
  /**
   * `copy`: a page that becomes a version of a link's page. `pdf`: a temporary PDF of a page, which this server writes. Both
   * never become files of a link.
   */
  purpose: 'file' | 'thumb' | 'copy' | 'pdf'
  /** 1: the bytes were encrypted in the browser. Name and type are then unknown. */
  enc: number
  name: string
  size: number
  media_type: string
  part_size: number
  object_key: string
  /** The ID of the upload in the store; '' of a temporary PDF. */
  store_upload_id: string
  /** `unused`, then `used`, for an upload by a signed form; `none` for one by parts. */
  form_state: 'none' | 'unused' | 'used'
  /** `ready`: complete and not yet part of a link. `claimed`: part of a link, or read. `expired`: ended by time. */
  state: 'open' | 'ready' | 'claimed' | 'cancelled' | 'expired'
  blob_id: string | null
  /** JSON: the heights of a waveform, 0 to 255. */
  peaks: string | null
  request_key: string | null
  /** The collection for which it was started; null for a temporary PDF, and for one of an earlier version. */
  collection_id: string | null
  /** Of a temporary PDF: the owner of the library that it shows. */
  printed_owner_id: string | null
  created_at: number
  expires_at: number
}

export interface UploadPartRow {
  upload_id: string
  /** From 1. */
  number: number
  /** SHA-256 of its bytes, in base64url. */
  digest: string
  /** The identifier of the part that the store needs to join the parts. */
  tag: string
}

/**
 * `copy` and `reader`: a version of the page of the link, see `copyTables.ts`; its number is the position. `pdf`
 * and `screenshot`: rendered from the page by a browser.
 */
export type FileKind = 'file' | 'poster' | PageFileKind
export const versionFileKinds = ['copy', 'reader'] as const
export const captureFileKinds = ['pdf', 'screenshot'] as const
export const pageFileKinds = [...versionFileKinds, ...captureFileKinds] as const
export type PageFileKind = (typeof pageFileKinds)[number]

/** Returns whether a file is a copy of the page of its link, in any form. */
export const isPageFile = ({ kind }: { kind: FileKind }): boolean => kind !== 'file' && kind !== 'poster'

/** Returns whether a file belongs to a version of its link's page copy. */
export const isVersionFile = ({ kind }: { kind: FileKind }): boolean => kind === 'copy' || kind === 'reader'

/** A file of a link. A poster belongs to the file with the same position. */
export interface FileRow {
  id: string
  owner_id: string
  link_id: string
  position: number
  kind: FileKind
  blob_id: string
  name: string
  media_type: string
  /** In pixels, as displayed. */
  width: number | null
  height: number | null
  duration_ms: number | null
  pages: number | null
  peaks: string | null
  /** `working`: a job reads it. `failed`: it has no preview, for the reason in `fault`. */
  state: 'working' | 'ready' | 'failed'
  fault: FileFailure | null
  /** JSON: `FileFacts`. */
  facts: string | null
  /** The envelope of the key, name and type of an encrypted file; null of a file in plain text. */
  sealed: string | null
  created_at: number
  /** When somebody last opened it, to the day; null of a file that nobody opened. */
  opened_at: number | null
}

/** A file that was removed from its link. Its bytes are retained for a day. */
export interface RemovedFileRow {
  /** The id of the file. */
  id: string
  /** The key of the removal. */
  undo: string
  owner_id: string
  link_id: string
  position: number
  kind: FileKind
  blob_id: string
  /** JSON: its `FileRow`. */
  row: string
  removed_at: number
  /** JSON: the version of a page that it belongs to. */
  version: string | null
  /** The text of the page, with one file of its newest version, when no version remained. */
  page_text: Uint8Array | null
}

/** The metadata of a file, besides the fields that have columns. */
export interface FileFacts {
  title?: string
  artist?: string
  /** The media type with its codecs, in the format of `canPlayType` in browsers. */
  playType?: string
}

/** The one row about the store of files. */
export interface FileStoreRow {
  id: number
  /** The store of new objects: `s3`, or the marker of a folder. Null before the first start with files. */
  store_id: string | null
  /** The store of older objects, until they are moved. */
  old_store_id: string | null
  /** The name of this library in its stores; null before the first start with files. It is not in a backup. */
  library_id: string | null
  /** When all objects were last compared with the blobs. */
  listed_at: number
  /** No object is removed until then, because a backup reads them. */
  held_until: number
}

/** The last export of a person's library. */
export interface LibraryExportRow {
  person_id: string
  id: string
  /** `waiting`: its address has not been used yet. */
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  /** The number of files sent so far, and of their stored bytes. */
  files: number
  bytes: number
  /** Files whose bytes are missing. */
  missing: number
  started_at: number
  /** Renewed while it runs: after a minute without renewal, its server has ended. */
  updated_at: number
}

export interface FileTables {
  blobs: Defaulted<BlobRow, 'category' | 'copy_of' | 'deleting_at' | 'lost_at' | 'preview_of' | 'previewed'>
  uploads: UploadRow
  upload_parts: UploadPartRow
  files: FileRow
  file_store: FileStoreRow
  removed_files: RemovedFileRow
  library_exports: LibraryExportRow
}

export const fileTables: Declarations<FileTables> = {
  // Without an owner they are deleted from the store, and then their rows.
  blobs: {
    owner: 'owner_id',
    references: { owner_id: 'people' },
    backup: 'included',
    erasure: 'ownCode',
    export: 'included',
  },
  uploads: {
    owner: 'person_id',
    references: { person_id: 'people', owner_id: 'people', printed_owner_id: 'people', blob_id: 'blobs' },
    backup: 'included',
    erasure: 'ownCode',
    export: 'ofServer',
  },
  // A backup of the files has no parts.
  upload_parts: {
    owner: 'upload_id',
    references: { upload_id: 'uploads' },
    backup: 'ofServer',
    erasure: 'byReference',
    export: 'ofServer',
  },
  files: {
    owner: 'owner_id',
    references: { owner_id: 'people', link_id: 'links', blob_id: 'blobs' },
    backup: 'included',
    erasure: 'byReference',
    transfer: 'ownCode',
    copy: 'copied',
    export: 'included',
  },
  file_store: { owner: null, backup: 'ofServer', erasure: 'nothing', export: 'ofServer' },
  removed_files: {
    owner: 'owner_id',
    references: { owner_id: 'people', link_id: 'links' },
    backup: 'ofServer',
    erasure: 'byReference',
    transfer: 'stays',
    copy: 'ofOriginal',
    export: 'ofServer',
  },
  library_exports: {
    owner: 'person_id',
    references: { person_id: 'people' },
    backup: 'ofServer',
    erasure: 'byReference',
    export: 'ofServer',
  },
}
