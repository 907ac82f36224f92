import { type CallOptions, Refusal } from '@nestmark/contract/client'
import { oneClickSave, saveLink, updateLink } from '@nestmark/contract/links/links'
import type { Input, Operation, Output } from '@nestmark/contract/operation'

/** How something enters a collection with a key. `none`: it has no key. `cancelled`: it does not enter. */
export type Way = 'none' | 'encrypted' | 'plain' | 'cancelled'

/** A call that puts links into collections. */
export interface EnteringCall {
  op: Operation
  input: unknown
  options: CallOptions | undefined
  /** Sends the call, with another input where one is given. */
  send: (input?: unknown) => Promise<unknown>
}

/** What the page does where links in plain text would enter a collection with a key. `features/encryption` provides it. */
export interface Entering {
  /** Returns whether a collection has a key, as far as the page knows. */
  isEncrypted: (collectionId: string | null | undefined) => boolean
  /** Saves a new link encrypted, or as the person chooses. */
  save: (call: EnteringCall) => Promise<unknown>
  /** Changes a link that may enter a collection with a key by it. */
  edit: (call: EnteringCall) => Promise<unknown>
  /** Encrypts what the server refused to place in plain text, and sends the call again. */
  retry: (call: EnteringCall, refusal: Refusal) => Promise<unknown>
  /** Asks for the key of a collection where it is not open. */
  chooseWay: (collectionId: string) => Promise<Way>
}

let entering: Entering | undefined

/** Sets what the page does; once, at its start. */
export function provideEntering(given: Entering | undefined): void {
  entering = given
}

/** Returns whether a collection has a key, as far as the page knows. @param collectionId none for the root */
export const isEncryptedPlace = (collectionId: string | null | undefined): boolean =>
  entering?.isEncrypted(collectionId) ?? false

/** Asks for the key of a collection where it has one that is not open. */
export const chooseWay = (collectionId: string): Promise<Way> =>
  entering?.chooseWay(collectionId) ?? Promise.resolve('none')

const saves = new Set([saveLink.path, oneClickSave.path])

/** Returns whether an operation saves a new link in plain text. */
export const savesLink = (op: Operation): boolean => saves.has(op.path)

/**
 * Sends a call. Where it would put links in plain text into a collection with a key, they are encrypted first. Every call
 * goes through it, so that no part of the page can forget it. `plain` 1 is the choice of the person.
 * @throws Refusal
 */
export async function callEntering<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  send: (input: Input<Op>) => Promise<Output<Op>>,
  options?: CallOptions,
): Promise<Output<Op>> {
  const { plain, parent } = (input ?? {}) as { plain?: 0 | 1; parent?: string | null }
  if (!entering || plain === 1) return send(input)
  const call: EnteringCall = { op, input, options, send: (other = input) => send(other as Input<Op>) }
  // Its texts are not even sent to be refused.
  if (savesLink(op) && entering.isEncrypted(parent)) return (await entering.save(call)) as Output<Op>
  if (op.path === updateLink.path && parent && entering.isEncrypted(parent))
    return (await entering.edit(call)) as Output<Op>
  try {
    return await send(input)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'encryption.plainText') throw error
    return (await entering.retry(call, error)) as Output<Op>
  }
}
