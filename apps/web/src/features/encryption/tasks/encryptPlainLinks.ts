import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import type { Link } from '@nestmark/contract/shapes'
import { client } from '../../../lib/api/client.ts'
import { readPages } from '../../../lib/api/readPages.ts'
import { encrypt } from './commands.ts'

/** Encrypts the links in plain text that are directly in a collection. Asks for its key where it is missing. @throws Refusal */
export async function encryptPlainLinks(folder_id: string): Promise<void> {
  const read = (position: { after?: string }) =>
    client.call(listEncryptedLinks, { folder_id, enc: 0, ...position })
  const links: Link[] = []
  for await (const page of readPages(read)) links.push(...page.links)
  if (links.length > 0) await encrypt({ links })
}
