import { normaliseAddress } from './url.ts'
import { unwrapAddress } from './wrappedAddress.ts'

/** Endings of file names that are also top-level domains or look like ones: 'notes.md', 'setup.py', 'archive.zip'. */
const fileEndings = new Set(
  (
    'app bat bin bmp c cpp cs css csv doc docx epub exe gif go gz h heic htm html ico ini jpeg jpg js json jsx key log md mov ' +
    'mp3 mp4 numbers pages pdf php pl png ppt pptx ps py rb rs rtf sh so sql svg tar tex toml ts tsx txt wav webp xls xlsx ' +
    'xml yaml yml zip'
  ).split(' '),
)

/**
 * Returns the address of a pasted text that consists only of an address: with a scheme or `www.`, or without both as
 * browsers show it ('example.org/bread').
 * @returns the address with its scheme; null for other texts, such as 'notes.txt', '1.5' or 'and/or'
 */
export function parsePastedAddress(text: string): string | null {
  const trimmed = unwrapAddress(text.trim())
  if (/^(https?:\/\/|www\.)\S+$/i.test(trimmed)) return normaliseAddress(trimmed)
  const host =
    /^((?:[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*\.)+(?:\p{L}[\p{L}\p{N}\p{M}-]+))(?::\d{1,5})?(?:[/?#]\S*)?$/u.exec(
      trimmed,
    )
  const ending = host?.[1]?.split('.').at(-1)?.toLowerCase()
  if (ending === undefined || (host?.[1] === trimmed && fileEndings.has(ending))) return null
  return normaliseAddress(trimmed)
}
