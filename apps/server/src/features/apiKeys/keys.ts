import * as contract from '@nestmark/contract/apiKeys'
import type { ApiKey } from '@nestmark/contract/apiKeys'
import { action } from '../../calls/action.ts'
import { selectKeys, removeKey, insertKey, renameKey, type KeyRow, type KeySelector } from './store.ts'
import { refuse } from '../../access/refuse.ts'
import type { Parsed } from '@nestmark/contract/operation'
import { isStrongApiKey } from '@nestmark/core/apiKey'
import { limits } from '@nestmark/core/limits'
import { isDuplicate, lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../calls/call.ts'
import { hashToken } from '../../access/tokens.ts'

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
