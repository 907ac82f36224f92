import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'

type Table = { get(address: string): { country_code?: string } | null }

let table: Promise<Table> | undefined

/** Loads the table of countries by network address: 8 MB, which only the first use needs. */
function openTable(): Promise<Table> {
  return (table ??= import('mmdb-lib').then(({ Reader }) => {
    const name = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
    return new Reader(readFileSync(createRequire(import.meta.url).resolve(name))) as unknown as Table
  }))
}

/** Returns the country of a network address by a table that ships with the server; '' for an unknown or private one. */
export async function findCountry(address: string): Promise<string> {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 0) return ''
  return (await openTable()).get(plain)?.country_code ?? ''
}
