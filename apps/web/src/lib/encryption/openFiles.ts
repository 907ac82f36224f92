import { maxFileBytes } from '@nestmark/core/media/mediaTypes'
import type { SealedFile } from '@nestmark/encryption/files/sealedFile'
import { type OpenFile, openFilePath, type ToPage } from './openFileMessages.ts'
import { isSniffedAs, sniffedBytes } from '@nestmark/core/media/sniff'
import { fileTexts } from '@nestmark/texts/links/files'
import { readPieces } from './readPieces.ts'
import { ShownError } from '@nestmark/client/shownError'
import { onKeyRemoved } from './keyRing.ts'
import { findSealedLink } from './openAnswer.ts'

/** The files whose addresses the page uses, by id. */
const opened = new Map<string, SealedFile>()
/** Files that this page has decrypted as a whole, by id. */
const decrypted = new Map<string, { bytes: Blob; address: string }>()

/** An encrypted file of a link whose key is in this browser. */
export interface OpenLinkFile {
  id: string
  file: SealedFile
}

/**
 * Returns an encrypted file of a link that the page has read.
 * @returns undefined for a link in plain text, null where the file cannot be opened here
 */
export function findOpenFile(linkId: string, index = 0): OpenLinkFile | null | undefined {
  const link = findSealedLink(linkId)
  if (!link) return undefined
  const id = link.s3_key[index]?.file
  const file = link.files?.[index]
  return id && file ? { id, file } : null
}

/**
 * Returns an address of the decrypted bytes of a file, for players and pictures. The service worker decrypts them while
 * they arrive. Where it does not run, such as after a forced reload, the page decrypts the entire file first.
 * @param address of the encrypted bytes
 */
export async function toOpenAddress({ id, file }: OpenLinkFile, address: string): Promise<string> {
  opened.set(id, file)
  if (navigator.serviceWorker?.controller) {
    listen()
    return `${openFilePath}${id}?${new URLSearchParams({ from: address }).toString()}`
  }
  return (await decryptOnce({ id, file }, address)).address
}

/** Decrypts an entire file, once. */
async function decryptOnce({ id, file }: OpenLinkFile, address: string) {
  const known = decrypted.get(id)
  if (known) return known
  const bytes = await decryptFile(file, address)
  // The key may have been removed in the meantime.
  if (opened.get(id) !== file) throw new ShownError(fileTexts.changed)
  const found = { bytes, address: URL.createObjectURL(bytes) }
  decrypted.set(id, found)
  return found
}

/**
 * Returns the bytes of a file that the page has decrypted as a whole, because a page may not request its own blobs; null where
 * the service worker decrypts it.
 */
export const findDecrypted = (id: string): Blob | null => decrypted.get(id)?.bytes ?? null

/**
 * Returns the decrypted bytes of an entire file.
 * @param address of the encrypted bytes
 * @throws ShownError when they were changed, or TypeError when the server does not send them
 */
export async function decryptFile(file: SealedFile, address: string, signal?: AbortSignal): Promise<Blob> {
  const { toFileSeal } = await import('@nestmark/encryption/files/sealedFile')
  const { openRange } = await import('@nestmark/encryption/files/fileRange')
  const { uploadId, size, type } = file
  if (size === 0 || size > maxFileBytes) return new Blob([], { type })
  const seal = await toFileSeal(file, uploadId)
  const answer = await fetch(address, signal ? { signal } : {})
  if (!answer.ok || !answer.body) throw new TypeError('The file cannot be read.')
  const parts: Blob[] = []
  try {
    for await (const part of openRange(seal, size, { first: 0, last: size - 1 }, readPieces(answer.body)))
      parts.push(new Blob([part]))
  } catch (error) {
    if (error instanceof Error && error.name === 'EncryptionError') throw new ShownError(fileTexts.changed)
    throw error
  }
  const bytes = new Blob(parts, { type })
  // The server could not check it: a member with the key may have declared another type.
  const head = new Uint8Array(await bytes.slice(0, sniffedBytes).arrayBuffer())
  if (!isSniffedAs(head, type)) throw new ShownError(fileTexts.changed)
  return bytes
}

let isListening = false

/** Gives the service worker the keys of the files of this page, when it asks for them. */
function listen(): void {
  if (isListening) return
  isListening = true
  const { serviceWorker: workers } = navigator
  workers.addEventListener('message', ({ data, ports }: MessageEvent<ToPage | null>) => {
    if (data?.kind === 'openFile') void toWorkerFile(data.id).then(file => ports[0]?.postMessage(file))
  })
  workers.startMessages()
}

/** Returns what the service worker needs of a file; null for a file that is not open here. */
async function toWorkerFile(id: string): Promise<OpenFile | null> {
  const file = opened.get(id)
  if (!file) return null
  const { toFileSeal } = await import('@nestmark/encryption/files/sealedFile')
  const { uploadId, size, type } = file
  return { seal: await toFileSeal(file, uploadId), type, size }
}

/** Removes all files. Those that are still open get new addresses. */
function clear(): void {
  opened.clear()
  for (const { address } of decrypted.values()) URL.revokeObjectURL(address)
  decrypted.clear()
}

onKeyRemoved(clear)
