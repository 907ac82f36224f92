const megabyte = 1000 ** 2
const gigabyte = 1000 ** 3

/**
 * Bytes in Mb or Gb with two decimals, by 1000 (2-secondary 2.6).
 * @param bytes not below zero
 */
export function storageSize(bytes: number): string {
  return bytes >= gigabyte ? `${(bytes / gigabyte).toFixed(2)} Gb` : `${(bytes / megabyte).toFixed(2)} Mb`
}

/** How far a bar of storage is filled, in percent and never above 100; 'full' above 90 percent. */
export function storageBar(used: number, limit: number): { percent: number; full: boolean } {
  const percent = limit > 0 ? Math.min(100, (used / limit) * 100) : 100
  return { percent, full: percent > 90 }
}
