import type { MediaType } from '@nestmark/core/media/mediaTypes'
import { createStore } from '../store.ts'

/**
 * - `waiting`: its turn has not come. `offline`: it continues when the server is reachable.
 * - `checking`: all bytes arrived, and the server checks them.
 * - `stopped`: it failed and may be tried again. `refused`: it cannot be uploaded.
 * - `missing`: after a reload the browser no longer has the file, and the user must choose it again.
 */
export type UploadPhase =
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'offline'
  | 'checking'
  | 'done'
  | 'stopped'
  | 'refused'
  | 'missing'

/** A file on its way to a collection, where it becomes a link. */
export interface Upload {
  /** Random; the server starts and saves each upload once for its ID. */
  id: string
  name: string
  /** The title of the link. */
  title: string
  /** In bytes. */
  size: number
  /** Its place in the list: uploads that were added later have larger numbers. */
  order: number
  type: MediaType
  /** 1 image, 2 video, 4 document, 5 audio. */
  category: number
  /** The collection of the link; null for the top level. */
  parent: string | null
  parentName: string
  phase: UploadPhase
  /** The bytes that were sent. */
  sent: number
  /** The mean speed of the last seconds in bytes a second, while it is sent. */
  speed?: number | undefined
  /** It is paused, and its last parts are still on their way. */
  isPausing?: boolean | undefined
  /** Why it is stopped or refused. */
  reason?: string | undefined
  /** The user’s own storage has no room for it. */
  isOverQuota?: boolean | undefined
  /** The address of a small local picture. */
  picture?: string | undefined
  /** Its bytes are encrypted before they are sent, and its link is saved encrypted. */
  isEncrypted?: boolean
  /** Its person chose to send it in plain text to a collection with a key. */
  isPlain?: boolean
  /** The key of the stored file, before its link is saved. */
  fileKey?: string
  /** The saved link. */
  linkId?: string
  /** The lists were read again after its link was saved. */
  isListed?: boolean
}

/** The phases in which an upload still has bytes to send. */
export const unfinished: ReadonlySet<UploadPhase> = new Set(['waiting', 'sending', 'offline', 'checking'])

/** Returns the title of a link for a file: its name without the extension. */
export const toTitle = (name: string): string => name.replace(/\.[^.]{1,12}$/, '').trim() || name

/** The uploads of this window in the order in which they were added. */
export const uploads = createStore<readonly Upload[]>([])
