const megabyte = 1000 ** 2
const gigabyte = 1000 ** 3

/** Joins a number and its unit by a no-break space, so that no line separates them. */
export const joinUnit = (value: number | string, unit: string): string => `${value}\u00a0${unit}`

/**
 * Formats the figures of storage and bandwidth: bytes in Mb or Gb with two decimals and factor 1000 (2-secondary 2.6).
 * @param bytes not negative
 */
export function formatStorageSize(bytes: number): string {
  return bytes >= gigabyte
    ? joinUnit((bytes / gigabyte).toFixed(2), 'Gb')
    : joinUnit((bytes / megabyte).toFixed(2), 'Mb')
}

/** Returns whether a size is below a tenth of a megabyte, where two decimals of a megabyte are not useful. */
export const isSmallFile = (bytes: number): boolean => bytes < 100_000

const formatKilobytes = (bytes: number) =>
  joinUnit(bytes > 0 ? Math.max(1, Math.round(bytes / 1_000)) : 0, 'kB')

/** Formats the size of files beside the figures of storage, in kilobytes where it is small. An empty file has `0 kB`. */
export const formatStoredSize = (bytes: number): string =>
  isSmallFile(bytes) ? formatKilobytes(bytes) : formatStorageSize(bytes)

/** Formats the size of files in kB, MB or GB. An empty file has `0 kB`. */
export function formatFileSize(bytes: number): string {
  if (isSmallFile(bytes)) return formatKilobytes(bytes)
  return bytes >= gigabyte
    ? joinUnit((bytes / gigabyte).toFixed(2), 'GB')
    : joinUnit((bytes / megabyte).toFixed(2), 'MB')
}

/** Returns how far a storage bar is filled, in percent up to 100; 'full' above 90 percent. */
export function toStorageBar(used: number, limit: number): { percent: number; full: boolean } {
  const percent = limit > 0 ? Math.min(100, (used / limit) * 100) : 100
  return { percent, full: percent > 90 }
}
