import { bookmarkBytes } from './generate.ts'
import { importFile, type Person, signUp } from '../person.ts'
import type { Server } from '../server.ts'

/** One of many accounts on one server, each with a library. */
export interface Account extends Person {
  /** Ids of some of their collections. */
  folders: string[]
}

/**
 * Creates accounts, each from a different IP address, and imports a library of the same size for each.
 * @param server started with `PUBLIC_URL`, so that it reads the client's address from the header
 * @param links number of links in each library
 */
export async function openAccounts(server: Server, count: number, links: number): Promise<Account[]> {
  const accounts: Account[] = []
  for (let number = 0; number < count; number++) {
    const person = await signUp(server.port, `person${number}`, `10.1.${number}.1`)
    await importFile(server.port, person, bookmarkBytes({ links, seed: number + 1 }))
    const tree = await person.ask<{ children: Node[] }>('get-folder-chain')
    accounts.push({ ...person, folders: listIds(tree.children).slice(0, 40) })
  }
  return accounts
}

interface Node {
  _id: string
  children: Node[]
}

function listIds(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ _id, children }) => [_id, ...listIds(children)])
}
