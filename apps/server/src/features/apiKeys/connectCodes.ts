import * as contract from '@nestmark/contract/apiKeys'
import { randomBytes } from 'node:crypto'
import { generateApiKey } from '@nestmark/core/apiKey'
import { limits } from '@nestmark/core/limits'
import { action } from '../../calls/action.ts'
import { createToken, hashToken } from '../../access/tokens.ts'
import {
  deleteConnectCodes,
  insertConnectCode,
  findConnectCode,
  recordIssuedKey,
  spendConnectCode,
  insertKey,
  removeKey,
  selectKeys,
} from './store.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'

/** The lifetime of a code, in milliseconds. */
const codeMs = 60_000
/** How long a code remains after its end, so that its second use is noticed; in milliseconds. */
const retentionMs = 86_400_000

/** Creates the one-time code with which the program that shows `state` and the verifier of `challenge` gets a key. */
export const createConnectCode = action(
  contract.createConnectCode,
  async ({ actor, services: { db, now } }, { name, state, challenge }) => {
    const code = createToken('nmc')
    const at = now()
    await db.write(async tx => {
      await deleteConnectCodes(tx, at - retentionMs)
      await insertConnectCode(tx, {
        code_hash: hashToken(code),
        owner_id: actor.personId,
        state_hash: hashToken(state),
        challenge,
        name,
        expires_at: at + codeMs,
      })
    })
    return { code }
  },
)

type Exchanged = { ownerId: string; name: string } | 'invalid' | 'tooMany' | { endedFor: string }

/**
 * Exchanges a one-time code for an API key of scope write. Any attempt uses up the code; a second use means that the
 * code was stolen, so it deletes the key from the first one (T05).
 */
export const exchangeConnectCode = action(contract.exchangeConnectCode, async ({ services }, input) => {
  const { db, now, events } = services
  const key = generateApiKey(randomBytes)
  const codeHash = hashToken(input.code)
  const done = await db.write(async (tx): Promise<Exchanged> => {
    const at = now()
    const code = await spendConnectCode(tx, codeHash, at)
    if (!code) return endIssuedKey(tx, codeHash)
    // The challenge of PKCE's S256 and our token hash are the same function: SHA-256 in base64url.
    const known = code.state_hash === hashToken(input.state) && code.challenge === hashToken(input.verifier)
    if (!known || code.expires_at <= at) return 'invalid'
    const { owner_id: ownerId, name } = code
    await lockTree(tx, ownerId)
    if ((await selectKeys(tx, ownerId)).length >= limits.apiKeys) return 'tooMany'
    const id = newId()
    const times = { created_at: at, last_used_at: null }
    const row = { id, owner_id: ownerId, hash: hashToken(key), ending: key.slice(-4), name, may_write: 1 }
    await insertKey(tx, { ...row, ...times })
    await recordIssuedKey(tx, codeHash, id)
    return { ownerId, name }
  })
  if (done === 'tooMany') return refuse('keys.tooMany')
  if (done === 'invalid') return refuse('keys.codeInvalid')
  // The caller has no account here, so the change is published for the owner of the key.
  const ownerId = 'endedFor' in done ? done.endedFor : done.ownerId
  events.publish({ ownerId, by: null, topics: ['keys'] })
  if ('endedFor' in done) return refuse('keys.codeInvalid')
  return { key, name: done.name }
})

async function endIssuedKey(tx: Tx, codeHash: string): Promise<Exchanged> {
  const spent = await findConnectCode(tx, codeHash)
  if (!spent?.issued_key) return 'invalid'
  await removeKey(tx, { ownerId: spent.owner_id, id: spent.issued_key, hash: '' })
  return { endedFor: spent.owner_id }
}
