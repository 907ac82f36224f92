import type { LinkWriter } from './linkFile.ts'

/** Writes the addresses of links, one on each line. Links without an address are left out. */
export function openAddressesWriter(): LinkWriter {
  return {
    start: () => '',
    folder: () => '',
    folderEnd: () => '',
    link: ({ address }) => (address === '' ? '' : `${address.replace(/[\r\n]/g, '')}\n`),
    end: () => '',
  }
}
