import { cleanText, maxTitle } from './cleanText.ts'

/**
 * A readable name for what has no title: its file name with spaces, without the ending.
 * @param url where it is
 * @param offered the file name that its server offered
 * @returns '' when the address ends in no name
 */
export function readableName(url: URL, offered?: string): string {
  const name = fileName(url, offered).replace(/\.[a-z0-9]{1,5}$/i, '')
  const words = /\s/.test(name) ? name : name.replace(/[_+-]+/g, ' ')
  return cleanText(words, maxTitle)
}

/** Host and file name, for what cannot be read at all. */
export function hostAndName(url: URL, offered?: string): string {
  const name = cleanText(fileName(url, offered), 300)
  return name ? `${hostName(url)} · ${name}` : hostName(url)
}

/** The host as people say it. */
export function hostName(url: URL): string {
  return url.host.replace(/^www\./, '')
}

function fileName(url: URL, offered?: string): string {
  const last = offered ?? url.pathname.split('/').findLast(Boolean) ?? ''
  try {
    return offered ?? decodeURIComponent(last)
  } catch {
    // Escapes of an older encoding: nobody can read them.
    return /%[0-9a-f]{2}/i.test(last) ? '' : last
  }
}
