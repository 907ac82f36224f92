import { signUp } from '../../person.ts'
import { createLocation } from '../../serverLocation.ts'
import type { Row, World } from '../../benchmark.ts'
import { startServer } from '../../server.ts'
import { inTurns, percentile } from '../../stats.ts'
import { post, Wire } from '../../wire.ts'

const people = 16
const signInsEach = 4
const turns = 20
/** Number of connections of the abusive IP address, by kind of abuse. */
const abusers = { signUp: 16, guess: 16, manyAccounts: 16, reset: 8 }

/**
 * Measures sign-ins per second from many IP addresses, and the duration of a sign-in while one address signs up, guesses
 * passwords of one and of many accounts, and requests resets, each as fast as it is answered.
 */
export async function signIn(world: World): Promise<Row[]> {
  const location = await createLocation(world.postgres)
  const server = await startServer(location, undefined, { PUBLIC_URL: 'http://bench.example.org' })
  const { port } = server
  const toAddress = (n: number) => `203.0.113.${n + 1}`
  const toRequest = (n: number) =>
    post(
      '/api/auth/sign-in/email',
      { email: `person${n}@example.org`, password: 'a long password of theirs' },
      undefined,
      toAddress(n),
    )
  try {
    for (let n = 0; n < people; n++) await signUp(port, `person${n}`, toAddress(n))
    const victim = await Wire.open(port)
    const usual = (await inTurns({ alone: () => victim.time(toRequest(0)) }, turns)).alone

    const begun = performance.now()
    await Promise.all(
      Array.from({ length: people }, async (_, n) => {
        const wire = await Wire.open(port)
        for (let i = 0; i < signInsEach; i++) await wire.time(toRequest(n))
        wire.close()
      }),
    )
    const rate = (people * signInsEach) / ((performance.now() - begun) / 1000)

    const abuse = startAbuse(port)
    const durations = (await inTurns({ beside: () => victim.time(toRequest(0)) }, turns)).beside
    const answered = await abuse.end()
    victim.close()
    const before = percentile(usual, 0.95)
    const beside = percentile(durations, 0.95)
    return [
      {
        promise: `sign-ins from ${people} IP addresses concurrently`,
        figure: rate,
        unit: 'a second',
        limit: 4,
        better: 'more',
        note: `a single one ${percentile(usual, 0.5).toFixed(0)} ms`,
      },
      {
        promise: 'sign-in during abuse from one IP address, p95',
        figure: beside,
        unit: 'ms',
        limit: 3 * before,
        better: 'less',
        ratio: beside / before,
        note: `alone ${before.toFixed(0)} ms; responses to the abuser: ${answered}`,
      },
    ]
  } finally {
    await server.stop()
    await location.remove()
  }
}

/** Starts the abuse from one IP address: connections that send the next call as soon as the last one is answered. */
function startAbuse(port: number) {
  const address = '198.51.100.66'
  const state = { going: true }
  const counts = new Map<number, number>()
  let made = 0
  const password = 'a guess of another user'
  const calls: Record<keyof typeof abusers, () => Buffer> = {
    signUp: () =>
      post(
        '/api/auth/sign-up/email',
        { name: 'Nobody', email: `abuse${made++}@example.org`, password },
        undefined,
        address,
      ),
    guess: () =>
      post('/api/auth/sign-in/email', { email: 'person0@example.org', password }, undefined, address),
    manyAccounts: () =>
      post('/api/auth/sign-in/email', { email: `nobody${made++}@example.org`, password }, undefined, address),
    reset: () =>
      post(
        '/api/auth/reset-password',
        { token: `guess${made++}`, newPassword: password },
        undefined,
        address,
      ),
  }
  const all = Object.entries(abusers).flatMap(([name, connections]) =>
    Array.from({ length: connections }, async () => {
      const wire = await Wire.open(port)
      while (state.going) {
        const { status } = await wire.ask(calls[name as keyof typeof abusers]())
        counts.set(status, (counts.get(status) ?? 0) + 1)
      }
      wire.close()
    }),
  )
  return {
    /** Ends the abuse. @returns the number of responses per status */
    end: async () => {
      state.going = false
      await Promise.all(all)
      return [...counts].map(([status, times]) => `${times} × ${status}`).join(', ')
    },
  }
}
