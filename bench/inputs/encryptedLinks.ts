import { validateEncryptFolderKey, updateEnc } from '@nestmark/contract/encryption/encryption'
import { randomBytes, toBase64url } from '@nestmark/encryption/bytes'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { sealText } from '@nestmark/encryption/envelope'
import { newSecretHeader } from '@nestmark/encryption/secrets/secret'
import { composeValidationValue } from '@nestmark/encryption/secrets/validationValue'
import type { Person } from '../person.ts'

const perCall = 100
export const sealedFields = ['name', 'desc', 'link'] as const

export interface Texts {
  id: string
  name: string
  desc: string
  link: string
}

export function makeTexts(id: string, at: number): Texts {
  return {
    id,
    name: `An encrypted link with the number ${at}`,
    desc: 'Some words about it, as long as most descriptions of pages are. '.repeat(1 + (at % 4)),
    link: `https://host${at % 500}.example.org/path/of/a/page/${at}`,
  }
}

export interface Filled {
  folder: string
  texts: Texts[]
}

/** Creates a collection with links in plain text. */
export async function fill(person: Person, name: string, links: number): Promise<Filled> {
  const folder = (await person.ask<{ _id: string }>('create-folder', { name }))._id
  const texts: Texts[] = []
  for (let at = 0; at < links; at += perCall) {
    const made = Array.from({ length: perCall }, (_, n) => makeTexts('', at + n))
    const forms = made.map(({ name: title, desc }) => ({ name: title, desc, link: '', category: 4 }))
    const saved = await person.ask<{ links: { _id: string }[] }>('add-links', {
      links: forms,
      parent: folder,
    })
    texts.push(...made.map((each, n) => ({ ...each, id: saved.links[n]?._id ?? '' })))
  }
  return { folder, texts }
}

/** Encrypts the links of a collection. */
export async function encrypt(person: Person, key: CollectionKey, { folder, texts }: Filled): Promise<void> {
  const header = { ...newSecretHeader(), wk: toBase64url(randomBytes(60)), kid: key.kid }
  const place = { collectionId: folder, header, iv: randomBytes(12) }
  const enc_id = await composeValidationValue(key, place)
  await person.ask(validateEncryptFolderKey.path, { folder_id: folder, enc_id })
  for (let at = 0; at < texts.length; at += perCall) {
    const sealed = texts.slice(at, at + perCall).map(async each => {
      const seal = (field: (typeof sealedFields)[number]) =>
        sealText(key, { linkId: each.id, field }, each[field])
      const [name, desc, link] = await Promise.all(sealedFields.map(seal))
      return { _id: each.id, enc: 1, name, desc, link }
    })
    await person.ask(updateEnc.path, { links: await Promise.all(sealed) })
  }
}
