import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Refused } from '../../../access/refuse.ts'
import { createFairSemaphore } from '../../../concurrency/fairSemaphore.ts'
import { QueueFullError } from '../../../concurrency/queueErrors.ts'
import type { PasswordCost } from '../../../configuration/config.ts'
import type { Passwords } from '../../../services.ts'
import { createHashThreads, hashConcurrency } from './hashThreads.ts'
import { passwordCaller, passwordPriority } from './passwordCaller.ts'

const keyBytes = 32

/** Creates the queue and the threads that hash passwords. They start with the first password. */
export function createPasswords({ n, r, p }: PasswordCost): Passwords {
  const derive = createQueue()
  return {
    async hash(password) {
      const salt = randomBytes(16)
      const key = await derive(password, salt, { n, r, p })
      return ['scrypt', n, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
    },
    async verify(hash, password) {
      const [kind, n, r, p, salt, key] = hash.split('$')
      if (kind !== 'scrypt' || !salt || !key) return false
      const expected = Buffer.from(key, 'base64url')
      const cost = { n: Number(n), r: Number(r), p: Number(p) }
      const asked = await derive(password, Buffer.from(salt, 'base64url'), cost)
      const right = expected.length === asked.length && timingSafeEqual(expected, asked)
      const caller = passwordCaller()
      if (caller) Object.assign(caller, { verified: right, proof: right ? hash : undefined })
      return right
    },
  }
}

type Derive = (password: string, salt: Buffer, cost: PasswordCost) => Promise<Buffer>

/** Returns a function that computes a key as soon as the caller has a slot. */
function createQueue(): Derive {
  const computeKey = createHashThreads(30_000)
  // Half of the slots are reserved for other addresses, so that a sign-in never waits behind one caller's queue.
  const semaphore = createFairSemaphore({
    concurrency: hashConcurrency,
    perKey: Math.floor(hashConcurrency / 2),
    // Fifteen seconds of work when nothing else needs the cores.
    queueLength: hashConcurrency * 60,
    queuePerKey: 24,
  })

  return async (password, salt, { n, r, p }) => {
    const cost = { N: 2 ** n, r, p, maxmem: 2 ** n * r * 128 + 2 ** 20 + r * p * 128 }
    // Normalised, because keyboards encode the same character in different ways.
    const job = { password: password.normalize('NFKC'), salt, keyBytes, cost }
    const caller = passwordCaller()
    let started = false
    const work = () => {
      started = true
      return computeKey(job)
    }
    try {
      return await semaphore.run(caller?.address ?? 'this machine', work, {
        signal: caller?.signal,
        priority: caller?.priority ?? passwordPriority.signIn,
      })
    } catch (error) {
      if (started) throw error
      const own = error instanceof QueueFullError && error.scope === 'key'
      const refused = new Refused(own ? 'request.tooMany' : 'server.busy', { retryAfter: own ? 3 : 5 })
      if (!caller) throw refused
      caller.refused = true
      throw caller.toError?.(refused) ?? refused
    }
  }
}
