import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFolder } from '../../../folders.ts'

let common: ReadonlySet<string> | null = null

/**
 * Returns true for one of the 10,000 most common passwords, ignoring case. The file has those of 8 characters and more,
 * because shorter passwords are refused anyway, from the list `passwords` of zxcvbn-ts 4.1.3 (MIT licence).
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(join(serverFolder, 'src/features/accounts/passwords/commonPasswords.txt'), 'utf8').split(
      '\n',
    ),
  )
  return common.has(password.normalize('NFKC').toLowerCase())
}
