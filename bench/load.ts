import { readFileSync } from 'node:fs'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { Account } from './inputs/accounts.ts'
import { Random, words } from './inputs/random.ts'
import { percentile } from './stats.ts'
import { post, Wire } from './wire.ts'

/** Number of calls of each kind per 100 calls. */
const shares = { list: 80, search: 15, save: 5 } as const
type Kind = keyof typeof shares

export interface LoadResult {
  callsASecond: number
  /** 99th percentile of all response times, in milliseconds. */
  p99: number
  /** CPU time of the server process per call, in milliseconds. */
  cpuACall: number
  /** 99th percentile of the response times of each kind, in milliseconds. */
  p99Of: Record<Kind, number>
}

/**
 * Runs concurrent connections without pauses: of 100 calls 80 are lists, 15 searches and 5 saves.
 * @param connections number of concurrent connections; the accounts are distributed over them
 * @param ms duration of the measurement, after a second of warm-up
 */
export async function mixedLoad(
  { port, pid }: { port: number; pid: number },
  accounts: readonly Account[],
  { connections = 64, ms = 8000 } = {},
): Promise<LoadResult> {
  const took: Record<Kind, number[]> = { list: [], search: [], save: [] }
  let measuring = false
  const stop = new AbortController()
  const ask = async (number: number) => {
    const account = assertDefined(accounts[number % accounts.length], 'account')
    const random = new Random(number + 1)
    const wire = await Wire.open(port)
    while (!stop.signal.aborted) {
      const kind = pickKind(random.below(100))
      const call = calls[kind](account, random)
      const begun = performance.now()
      const { status, body } = await wire.ask(call)
      if (status !== 200) throw new Error(`A ${kind} answered ${status}: ${body.toString().slice(0, 200)}`)
      if (measuring) took[kind].push(performance.now() - begun)
    }
    wire.close()
  }
  const asking = Promise.all(Array.from({ length: connections }, (_, number) => ask(number)))
  const pause = (time: number) => Promise.race([asking, new Promise(done => setTimeout(done, time))])
  await pause(1500)
  const cpu = readCpuMs(pid)
  const begun = performance.now()
  measuring = true
  await pause(ms)
  measuring = false
  const seconds = (performance.now() - begun) / 1000
  const used = readCpuMs(pid) - cpu
  stop.abort()
  await asking
  const all = Object.values(took).flat()
  const p99 = (sample: readonly number[]) => percentile(sample, 0.99)
  return {
    callsASecond: all.length / seconds,
    p99: p99(all),
    cpuACall: used / all.length,
    p99Of: { list: p99(took.list), search: p99(took.search), save: p99(took.save) },
  }
}

function pickKind(drawn: number): Kind {
  return drawn < shares.list ? 'list' : drawn < shares.list + shares.search ? 'search' : 'save'
}

const calls: Record<Kind, (account: Account, random: Random) => Buffer> = {
  list: ({ token, folders }, random) =>
    random.below(4) === 0
      ? post('/api/dashboard-links', {}, token)
      : post('/api/get-folder-links-from-path', { folder_id: random.of(folders) }, token),
  search: ({ token }, random) =>
    post(
      '/api/search-links-folders',
      { input: random.of(words.slice(0, 300)), type: 'link', page: 1 },
      token,
    ),
  save: ({ token, folders }, random) => {
    const form = {
      name: `Saved ${random.word()} ${random.word()}`,
      desc: `About ${random.word()}`,
      category: 4,
    }
    return post(
      '/api/save-link-from-input',
      { ...form, parent: random.of(folders), tags: [random.word()] },
      token,
    )
  },
}

/** Returns the CPU time of a process and all its threads so far, in milliseconds. */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  // utime and stime, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10
}
