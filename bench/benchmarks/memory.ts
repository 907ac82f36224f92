import { bookmarkBytes } from '../generate.ts'
import type { Row, World } from '../benchmark.ts'
import { importFile, signUp } from '../person.ts'
import { readMemory, startServer } from '../server.ts'
import { createLocation } from '../serverLocation.ts'
import { post, Wire } from '../wire.ts'

/** Different calls of each kind. */
const calls = 50_000
const connections = 8
/** Seconds without a decrease of the memory. */
const restSeconds = 10
/** Growth of the resident memory by one kind of call, in MB. */
const maxGrowth = 64

/** The calls whose small answers are cached, each with an input of its own. */
const inputs: Record<string, (word: string) => object> = {
  'search-spelling': word => ({ input: word }),
  'search-links-folders': word => ({ input: word, page: 1 }),
  'pro-search': word => ({ input: word, page: 1 }),
  'search-counts': word => ({ input: word }),
  'get-all-tags': word => ({ input: word }),
  'category-count': word => ({ input: word }),
  'dashboard-links': word => ({ input: word, page: 1 }),
}

/** Measures how much memory of a server remains taken by many different small answers to one person. */
export async function memory(world: World): Promise<Row[]> {
  const location = await createLocation(world.postgres)
  const server = await startServer(location)
  try {
    const person = await signUp(server.port, 'ada')
    await importFile(server.port, person, bookmarkBytes({ links: 100, seed: 1 }))
    const ask = async (path: string, count: number) => {
      let number = 0
      const run = async () => {
        const wire = await Wire.open(server.port)
        while (number < count) {
          const body = inputs[path]?.(`zq${(++number).toString(36)}`)
          const { status } = await wire.ask(post(`/api/${path}`, body, person.token))
          if (status !== 200) throw new Error(`${path} answered ${status}.`)
        }
        wire.close()
      }
      await Promise.all(Array.from({ length: connections }, run))
    }
    // The memory of the program itself grows with its first calls.
    for (const path of Object.keys(inputs)) await ask(path, 1000)
    const rows: Row[] = []
    const first = await readMemoryAtRest(server.pid)
    let before = first
    for (const path of Object.keys(inputs)) {
      await ask(path, calls)
      const after = await readMemoryAtRest(server.pid)
      rows.push(toRow(`memory after ${calls} different answers of ${path}`, after - before))
      before = after
    }
    const ratio = before / first
    return [
      ...rows,
      {
        ...toRow('memory after all of them, over the memory before', before),
        unit: 'MB',
        limit: 1.3 * first,
        ratio,
      },
    ]
  } finally {
    await server.stop()
    await location.remove()
  }
}

/** Returns the resident memory of a server once it rests: V8 frees what is unused some seconds after the last call. In MB. */
async function readMemoryAtRest(pid: number): Promise<number> {
  let least = readMemory(pid).now
  for (let calm = 0; calm < restSeconds; calm++) {
    await new Promise(resolve => setTimeout(resolve, 1000))
    const { now } = readMemory(pid)
    if (now < least - 1) calm = 0
    least = Math.min(least, now)
  }
  return least
}

const toRow = (promise: string, figure: number): Row => ({
  promise,
  figure,
  unit: 'MB',
  limit: maxGrowth,
  better: 'less',
})
