import { saveHighlight } from '@nestmark/contract/reading/highlights'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { updateLink } from '@nestmark/contract/links/links'
import type { Input, Operation } from '@nestmark/contract/operation'
import { Refusal } from '@nestmark/contract/client'
import { envelopeKeyId, type EncryptedField } from '@nestmark/core/encryptedText'
import type { KeyRing } from './keyRing.ts'
import type { KnownLinks } from './knownLinks.ts'
import type { SealedLink } from './sealedLink.ts'

const edits = new Set([updateLink.path, saveNote.path])
const editedTexts = ['name', 'desc', 'note'] as const

/** Encrypts edits of encrypted links and highlights before they are sent or stored. */
export interface InputSealer {
  /** Returns whether an input changes the texts of an encrypted link or highlight. */
  changesSealedLink(op: Operation, input: unknown): boolean
  /**
   * Encrypts the texts of an edit of an encrypted link or highlight, before they are sent or stored (ENC-10). Every call goes through
   * it, so no part of a client can send them in plain text. Inputs of other links are returned as they are.
   * @throws Refusal when the key is not on this device
   */
  sealInput<Op extends Operation>(op: Op, input: Input<Op>): Promise<Input<Op>>
}

/** Creates what encrypts edits, with the keys of a device and the encrypted links that its client has read. */
export function createInputSealer(
  keyRing: Pick<KeyRing, 'open'>,
  { findSealedLink, highlights }: Pick<KnownLinks, 'findSealedLink' | 'highlights'>,
): InputSealer {
  return {
    changesSealedLink(op, input) {
      if (op.path === saveHighlight.path) return highlights.isChangedBy(input as Input<typeof saveHighlight>)
      return edits.has(op.path) && findSealedLink((input as { link_id: string }).link_id) !== undefined
    },
    async sealInput(op, input) {
      if (op.path === saveHighlight.path) {
        const sealed = await highlights.seal(input as Input<typeof saveHighlight>)
        return (sealed ?? (await refuseEncrypted())) as typeof input
      }
      if (!edits.has(op.path)) return input
      const edit = input as unknown as Record<string, unknown> & { link_id: string }
      const link = findSealedLink(edit.link_id)
      if (!link) return input
      return (await sealEdit(keyRing, link, edit)) as typeof input
    },
  }
}

/** An edit is encrypted before it is stored, and passes here again when it is sent. */
const isEnvelope = (text: unknown) => typeof text === 'string' && envelopeKeyId(text) !== null

async function sealEdit(
  keyRing: Pick<KeyRing, 'open'>,
  link: SealedLink,
  edit: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const kid = envelopeKeyId(link.sealed.name) ?? ''
  const { link: address, check_list: items, ...sealed } = edit
  const texts: [EncryptedField, string][] = []
  // The picture of an address would be fetched by the server. Only its removal, and a picture of this device, are edits.
  const { thumbnail } = sealed
  if (typeof thumbnail === 'string' && thumbnail.startsWith('data:image/'))
    texts.push(['thumbnail', thumbnail])
  else if (thumbnail !== '' && !isEnvelope(thumbnail)) delete sealed.thumbnail
  for (const field of editedTexts) {
    const text = sealed[field]
    if (typeof text === 'string' && text !== '' && envelopeKeyId(text) === null) texts.push([field, text])
  }
  if (sealed.desc === '') texts.push(['desc', ''])
  // The address is omitted unless it was changed.
  if (typeof address === 'string' && address !== link.link && envelopeKeyId(address) === null)
    texts.push(['link', address])
  if (Array.isArray(items) && JSON.stringify(items) !== JSON.stringify(link.check_list)) {
    if (items.length === 0) sealed.enc_check_list = null
    else texts.push(['check_list', JSON.stringify(items)])
  }
  if (texts.length === 0) return sealed
  const key = await keyRing.open(kid)
  if (!key) return refuseEncrypted()
  const { sealText } = await import('@nestmark/encryption/envelope')
  for (const [field, text] of texts) {
    const name = field === 'check_list' ? 'enc_check_list' : field
    sealed[name] = await sealText(key, { linkId: link._id, field }, text)
  }
  return sealed
}

/** @throws Refusal because the key is not on this device */
async function refuseEncrypted(): Promise<never> {
  const { errorTexts } = await import('@nestmark/texts/errors')
  throw new Refusal({
    status: 409,
    code: 'encryption.encrypted',
    message: errorTexts['encryption.encrypted'],
  })
}
