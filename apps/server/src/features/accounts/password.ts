import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { createTurns } from './turns.ts'

/** 64 MB and about a quarter of a second on the reference machine, see docs/adr/003-session.md. */
const strength = { n: 16, r: 8, p: 2 }
const keyBytes = 32

// Each hash holds a thread of the pool that also serves files and names, and its memory.
const turns = createTurns(2)

/** @returns `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`: a later, higher strength still verifies what this one wrote */
export async function hashPassword(password: string): Promise<string> {
  const { n, r, p } = strength
  const salt = randomBytes(16)
  const key = await derive(password, salt, n, r, p)
  return ['scrypt', n, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Compares in constant time; a hash that is not ours matches nothing. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [kind, n, r, p, salt, key] = hash.split('$')
  if (kind !== 'scrypt' || !salt || !key) return false
  const kept = Buffer.from(key, 'base64url')
  const asked = await derive(password, Buffer.from(salt, 'base64url'), Number(n), Number(r), Number(p))
  return kept.length === asked.length && timingSafeEqual(kept, asked)
}

function derive(password: string, salt: Buffer, n: number, r: number, p: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** n, r, p, maxmem: 2 ** n * r * 128 + 2 ** 20 + r * p * 128 }
  // Keyboards write the same letter in different ways.
  const text = password.normalize('NFKC')
  return turns.run(
    () =>
      new Promise((resolve, reject) =>
        scrypt(text, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key))),
      ),
  )
}
