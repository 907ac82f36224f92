import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import type { Link } from '@nestmark/contract/shapes'
import { client } from '../../../lib/api/client.ts'
import { encrypt } from './commands.ts'

/** Encrypts the links in plain text that are directly in a collection. Asks for its key where it is missing. @throws Refusal */
export async function encryptPlainLinks(folder_id: string): Promise<void> {
  const links: Link[] = []
  let after: string | null | undefined
  while (after !== null) {
    const page: { links: Link[]; next: string | null } = await client.call(listEncryptedLinks, {
      folder_id,
      enc: 0,
      ...(after !== undefined && { after }),
    })
    links.push(...page.links)
    after = page.next
  }
  if (links.length > 0) await encrypt({ links })
}
