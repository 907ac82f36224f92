import { parseEnvelope } from '@nestmark/core/encryptedText'
import { refuse } from '../../access/refuse.ts'
import type { EncryptedChange } from './linkChanges.ts'

/** Returns the keys of all envelopes of a link, those of its files included. */
export function listKeys(
  change: Pick<EncryptedChange, 'name' | 'desc' | 'link' | 'thumbnail' | 'enc_check_list' | 's3_key'> & {
    note?: string
  },
): string[] {
  const files = (change.s3_key ?? []).map(each => ['sealed', each.sealed] as const)
  const texts = [
    ...files,
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
