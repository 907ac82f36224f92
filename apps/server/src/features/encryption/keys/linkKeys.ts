import { parseEnvelope } from '@nestmark/core/encryptedText'
import { refuse } from '../../../access/refuse.ts'
import type { EncryptedChange } from '../links/linkChanges.ts'

/** The envelopes of a link. */
type Envelopes = Pick<
  EncryptedChange,
  'name' | 'desc' | 'link' | 'thumbnail' | 'enc_check_list' | 's3_key'
> & {
  note?: string
  highlights?: EncryptedChange['highlights']
}

/** Refuses a link whose envelopes are not all of one key. @throws Refused 'encryption.mixed', 'encryption.otherKey' */
export function requireKey(link: Envelopes, keyId: string): void {
  const keys = new Set(listKeys(link))
  if (keys.size > 1) refuse('encryption.mixed')
  if (!keys.has(keyId)) refuse('encryption.otherKey')
}

/** Returns the keys of all envelopes of a link, those of its files and highlights included. */
export function listKeys(change: Envelopes): string[] {
  const files = (change.s3_key ?? []).map(each => ['sealed', each.sealed] as const)
  const highlights = (change.highlights ?? []).map(each => ['highlight', each.sealed] as const)
  const texts = [
    ...files,
    ...highlights,
    ['name', change.name],
    ['desc', change.desc],
    ['link', change.link],
    ['thumbnail', change.thumbnail],
    ['check_list', change.enc_check_list],
    ['note', change.note],
  ] as const
  return texts.flatMap(([field, text]) =>
    text === '' || text === undefined || text === null
      ? []
      : (parseEnvelope(text, field)?.kid ?? refuse('encryption.notAnEnvelope')),
  )
}
