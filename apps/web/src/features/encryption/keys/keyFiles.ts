import { maxKeyFileLength, writeKeyFile } from '@nestmark/encryption/keys/keyFile'
import type { KeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { saveAsFile } from '../../../lib/api/files.ts'
import { isSameKey, keyRing, type KeyLifetime } from '../../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { KeyFileRefused } from './keyErrors.ts'
import { deriveInWorker } from './secretTasks.ts'

/** Returns the name of a key file: of the collection's name, or for all keys. */
export function toFileName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return `${plain || 'collection'}.key`
}

/** Downloads keys as a file, in plain text: anyone with the file reads everything. */
export async function downloadKeys(records: readonly KeyRecord[], name: string): Promise<void> {
  const text = await writeKeyFile(records, { created: new Date().toISOString() })
  saveAsFile(new Blob([text], { type: 'application/json' }), toFileName(name))
}

/**
 * Reads the keys of a file.
 * @throws KeyFileRefused when it is no key file, or is damaged
 */
export async function readKeys(file: File): Promise<KeyRecord[]> {
  try {
    if (file.size > maxKeyFileLength) throw new Error('The file is too large')
    return await deriveInWorker('readFile', await file.text())
  } catch {
    throw new KeyFileRefused(texts.errors.wrongFile)
  }
}

/**
 * Adds the key of a file, or replaces all keys by those of a file with several, after a question.
 * @param accepts returns whether the key of a file with one key may be added
 * @param onDone runs after the keys were saved
 * @throws KeyFileRefused
 */
export async function uploadKeys(
  records: readonly KeyRecord[],
  lifetime: KeyLifetime,
  accepts: (record: KeyRecord) => Promise<boolean>,
  onDone: () => void,
): Promise<void> {
  const [only] = records
  if (records.length === 1 && only) {
    if (keyRing.get().some(key => isSameKey(key, only))) throw new KeyFileRefused(texts.errors.present)
    if (!(await accepts(only))) throw new KeyFileRefused(texts.errors.wrongFile)
    keyRing.save([only], lifetime)
    return onDone()
  }
  if (keyRing.get().length === 0) {
    keyRing.replace(records, lifetime)
    return onDone()
  }
  openOverlay('replaceKeys', {
    records: [...records],
    onReplace: () => {
      keyRing.replace(records, lifetime)
      onDone()
    },
  })
}
