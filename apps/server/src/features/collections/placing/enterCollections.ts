import { limits } from '@nestmark/core/limits'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { readKeyValues } from './previousKeyStore.ts'

/**
 * What becomes of links in plain text that would enter a collection with a key: the call is refused, a job leaves them where
 * they are, or they enter because the call has `plain` 1.
 */
export type PlainText = 'refuse' | 'skip' | 'allow'

/** A link that is about to be placed in a collection, or to reappear in it. */
interface EnteringLink {
  /** Absent for a new link. */
  id?: string
  key_id: string | null
  /** The id of the collection. */
  home: string
}

/** Returns the rule for a call that changes everything at once, or nothing. */
export const ruleOf = (isAllowed: boolean): PlainText => (isAllowed ? 'allow' : 'refuse')

/**
 * Returns those of the links that may enter their collections. Each action and job that puts links into collections calls it,
 * or a function of this file: a collection with a key gets no link in plain text that its owner did not ask for.
 * @param values the validation values of the collections, by their ids; null without a key
 * @throws Refused 'encryption.plainText' by the rule 'refuse'
 */
export function enterCollections<Some extends EnteringLink>(
  links: readonly Some[],
  values: ReadonlyMap<string, string | null>,
  rule: PlainText,
): readonly Some[] {
  if (rule === 'allow') return links
  const isPlain = (link: Some) => link.key_id === null && (values.get(link.home) ?? null) !== null
  const plain = links.filter(isPlain)
  if (plain.length === 0) return links
  if (rule === 'refuse') refusePlainText(plain)
  return links.filter(link => !isPlain(link))
}

/** Does the same for collections whose values are not read yet. */
export async function enterAnyCollections<Some extends EnteringLink>(
  tx: Tx,
  links: readonly Some[],
  rule: PlainText,
): Promise<readonly Some[]> {
  const homes = links.flatMap(link => (link.key_id === null ? link.home : []))
  if (rule === 'allow' || homes.length === 0) return links
  return enterCollections(links, await readKeyValues(tx, homes), rule)
}

/**
 * Asserts that new links in plain text may be saved in a collection.
 * @throws Refused 'encryption.plainText'
 */
export function assertTakesPlainText(to: { id: string; enc_id: string | null }, isAllowed: boolean): void {
  enterCollections([{ key_id: null, home: to.id }], new Map([[to.id, to.enc_id]]), ruleOf(isAllowed))
}

/**
 * Asserts that a job may write new links in plain text into collections.
 * @throws Refused 'encryption.plainText' where one of them got a key since the job was started
 */
export async function assertPlainPlaces(tx: Tx, ids: readonly string[], isAllowed = false): Promise<void> {
  const links = [...new Set(ids)].map(home => ({ key_id: null, home }))
  await enterAnyCollections(tx, links, ruleOf(isAllowed))
}

/**
 * Refuses links in plain text.
 * @param links at least one
 * @throws Refused 'encryption.plainText' always, with the first ones as data
 */
export function refusePlainText(links: readonly Pick<EnteringLink, 'id' | 'home'>[]): never {
  const listed = links.flatMap(({ id, home }) => (id === undefined ? [] : { _id: id, to: home }))
  const data = { folder_id: links[0]?.home, links: listed.slice(0, limits.encryptedPerCall) }
  return refuse('encryption.plainText', { data })
}
