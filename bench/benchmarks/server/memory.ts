import { limits } from '@nestmark/core/limits'
import { bookmarkBytes } from '../../inputs/generate.ts'
import type { Row, World } from '../../benchmark.ts'
import { importFile, type Person, signUp } from '../../person.ts'
import { readMemory, startServer } from '../../server.ts'
import { createLocation } from '../../serverLocation.ts'
import { post, Wire } from '../../wire.ts'

/** Different calls of each kind. */
const calls = 50_000
const connections = 8
/** Seconds without a decrease of the memory. V8 begins to shrink the heap 8 s after the last call. */
const restSeconds = 20
/** Growth of the resident memory by one kind of call, in MB. */
const maxGrowth = 64

interface Ids {
  folder: string
  tag: string
}

/** Every call whose answers are cached and which can have very many of them, each with a different input. */
const inputs: Record<string, (number: number, ids: Ids) => object> = {
  'search-spelling': number => ({ input: toWord(number) }),
  'search-links-folders': number => ({ input: toWord(number) }),
  'pro-search': number => ({ input: toWord(number) }),
  'search-counts': number => ({ input: toWord(number) }),
  'get-all-tags': number => ({ input: toWord(number) }),
  'category-count': number => ({ input: toWord(number) }),
  'dashboard-links': number => ({ input: toWord(number) }),
  'dashboard-folders': number => ({ input: toWord(number) }),
  'get-folder-links-from-path': (number, { folder }) => ({ folder_id: folder, input: toWord(number) }),
  'get-folder-folders-from-path': (number, { folder }) => ({ folder_id: folder, input: toWord(number) }),
  'find-saved': number => ({ link: `https://example.org/${toWord(number)}` }),
  'get-fav-folders': number => ({ page: toPage(number) }),
  'get-all-favs': number => ({ page: toPage(number) }),
  'get-links-of-tag': (number, { tag }) => ({ tag_id: tag, page: toPage(number) }),
  'refresh-folder-links': (number, { folder }) => ({ parent_id: folder, page: toPage(number) }),
  'get-trashed-collections': number => ({ page: toPage(number) }),
  'get-trashed-links': number => ({ page: toPage(number) }),
}

/** Returns one of all pages that can be asked for. They are more than the cached answers of a person. */
const toPage = (number: number) => 1 + (number % limits.page)

const toWord = (number: number) => `zq${number.toString(36)}`

/** Measures how much memory of a server remains taken by many different small answers to one person. */
export async function memory(world: World): Promise<Row[]> {
  const location = await createLocation(world.postgres)
  const server = await startServer(location)
  try {
    const person = await signUp(server.port, 'ada')
    await importFile(server.port, person, bookmarkBytes({ links: 100, seed: 1 }))
    const ids = await findIds(person)
    const ask = async (path: string, count: number) => {
      let number = 0
      const run = async () => {
        const wire = await Wire.open(server.port)
        while (number < count) {
          const body = inputs[path]?.(++number, ids)
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

/** Returns a collection and a tag of the imported links. */
async function findIds(person: Person): Promise<Ids> {
  const { folders } = await person.ask<{ folders: { _id: string }[] }>('dashboard-folders')
  const tags = await person.ask<{ _id: string }[]>('get-all-tags', { page: 1 })
  const [folder, tag] = [folders[0]?._id, tags[0]?._id]
  if (!folder || !tag) throw new Error('The imported library has no collection or no tag.')
  return { folder, tag }
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
