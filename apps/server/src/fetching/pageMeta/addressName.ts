import { cleanText, maxTitle } from './cleanText.ts'

/**
 * Returns a readable name for a resource without a title: its file name with spaces, without the extension.
 * @param url its address
 * @param offered the file name from the server
 * @returns '' when the address has no file name
 */
export function toReadableName(url: URL, offered?: string): string {
  const name = fileName(url, offered).replace(/\.[a-z0-9]{1,5}$/i, '')
  const words = /\s/.test(name) ? name : name.replace(/[_+-]+/g, ' ')
  return cleanText(words, maxTitle)
}

/** Returns host and file name, for a resource that cannot be read. */
export function toHostAndName(url: URL, offered?: string): string {
  const name = cleanText(fileName(url, offered), 300)
  return name ? `${toHostName(url)} · ${name}` : toHostName(url)
}

/** Returns the host without `www.`. */
export function toHostName(url: URL): string {
  return url.host.replace(/^www\./, '')
}

function fileName(url: URL, offered?: string): string {
  const last = offered ?? url.pathname.split('/').findLast(Boolean) ?? ''
  try {
    return offered ?? decodeURIComponent(last)
  } catch {
    // Escapes of a legacy encoding are not readable.
    return /%[0-9a-f]{2}/i.test(last) ? '' : last
  }
}
