import * as contract from '@nestmark/contract/apiKeys'
import type { ApiKey } from '@nestmark/contract/apiKeys'
import type { Parsed } from '@nestmark/contract/operation'
import { isStrongApiKey, generateApiKey } from '@nestmark/core/apiKey'
import { limits } from '@nestmark/core/limits'
import { randomBytes } from 'node:crypto'
import { action } from '../../calls/action.ts'
import {
  selectKeys,
  removeKey,
  insertKey,
  renameKey,
  type KeyRow,
  type KeySelector,
  deleteConnectCodes,
  insertConnectCode,
  findConnectCode,
  recordIssuedKey,
  spendConnectCode,
} from './store.ts'
import { refuse } from '../../access/refuse.ts'
import { isDuplicate, lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../calls/call.ts'
import { hashToken, createToken } from '../../access/tokens.ts'
import type { Tx } from '../../db/db.ts'

/** Returns the caller's keys. */
export const listKeys = action(contract.listKeys, async ({ actor, services: { db } }) => {
  return (await selectKeys(db.read, actor.personId)).map(presentKey)
})

/** Deletes a key: the next call with it is refused. */
export const deleteKey = action(contract.deleteKey, async (call, input) => {
  if (!(await call.services.db.write(tx => removeKey(tx, toKeySelector(call, input.key)))))
    refuse('keys.notFound')
  return {}
})

/** Creates a key, or renames one. */
export const addKey = action(contract.addKey, async (call, input) => {
  return input.type === 1 ? makeKey(call, input) : nameKey(call, input)
})

async function makeKey(
  { actor, services: { db, now } }: Call,
  { key, name, scope }: Parsed<typeof contract.addKey>,
): Promise<ApiKey> {
  if (!isStrongApiKey(key)) refuse('keys.weak')
  const row = {
    id: newId(),
    ending: key.slice(-4),
    name,
    may_write: scope === 'write' ? 1 : 0,
    created_at: now(),
    last_used_at: null,
  }
  try {
    await db.write(async tx => {
      await lockTree(tx, actor.personId)
      if ((await selectKeys(tx, actor.personId)).length >= limits.apiKeys) refuse('keys.tooMany')
      await insertKey(tx, { ...row, owner_id: actor.personId, hash: hashToken(key) })
    })
  } catch (error) {
    if (isDuplicate(error)) return refuse('keys.taken')
    throw error
  }
  return presentKey(row)
}

async function nameKey(call: Call, { key, name }: Parsed<typeof contract.addKey>): Promise<ApiKey> {
  const row = await call.services.db.write(tx => renameKey(tx, toKeySelector(call, key), name))
  return row ? presentKey(row) : refuse('keys.notFound')
}

/** Returns a key in its wire format: only the last characters of the key itself are known. */
function presentKey({ id, ending, name, may_write, created_at, last_used_at }: KeyRow): ApiKey {
  return {
    _id: id,
    key: `${'•'.repeat(20)}${ending}`,
    name,
    scope: may_write === 1 ? 'write' : 'read',
    created: created_at,
    last_used: last_used_at,
  }
}

/** Returns the selector of a key of the caller: its id, or the hash of the key itself. */
function toKeySelector({ actor }: Call, keyOrId: string): KeySelector {
  return { ownerId: actor.personId, id: keyOrId, hash: hashToken(keyOrId) }
}

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
