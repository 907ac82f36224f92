/**
 * The maximum number of characters and UTF-8 bytes of a name, without the mark and the extension. File systems
 * allow 255 bytes.
 */
const maxNameLength = 80
const maxNameBytes = 200
/** The maximum number of characters of a folder, and of all folders above a file: Windows allows 260 for a path. */
const maxFolderLength = 40
const maxPathLength = 120

/** Matches names that Windows reserves for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i
/**
 * Matches characters that some file systems do not accept, and those that change the direction of a text or are
 * invisible. The joiners of emoji and of Indic scripts (U+200C, U+200D) are allowed.
 */
const unsafe = /[<>:"/\\|?*~\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/**
 * Returns a text as a name of a file or folder that every file system accepts.
 * @param max characters
 * @param fallback replaces an empty name
 */
export function toSafeName(text: string, max: number, fallback: string): string {
  // Text of a database or of a file may contain half of a surrogate pair.
  const clean = text.toWellFormed().normalize('NFC').replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ')
  // Names that begin with a dot are hidden; those that end with a dot or space lose it on Windows.
  const trimmed = truncate(trim(clean), max)
  if (trimmed === '') return fallback
  return deviceName.test(trimmed) ? `_${trimmed}` : trimmed
}

const trim = (text: string) => text.replace(/^[. ]+/, '').replace(/[. ]+$/, '')

/** Truncates a text to characters and bytes, never within a code point. */
function truncate(text: string, max: number): string {
  let truncated = ''
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (truncated.length + character.length > max || bytes > maxNameBytes) break
    truncated += character
  }
  return trim(truncated)
}

/** A file of a ZIP and where it belongs. */
export interface ZipPlace {
  /** The folder at the top of the ZIP. */
  top: string
  /** The names of the collections above it, the outermost first. */
  folders: readonly string[]
  /** The name of the file, without an extension. */
  name: string
  /** Lowercase hex digits, unique per file. */
  mark: string
  /** Without a dot. */
  extension: string
}

/**
 * Returns the path of a file in a ZIP. Two files have different paths, also on file systems that ignore case,
 * because their marks differ. Deep paths are shortened to the outer folders and the innermost one.
 */
export function toZipPath({ top, folders, name, mark, extension }: ZipPlace): string {
  const names = folders.map(each => toSafeName(each, maxFolderLength, 'Unnamed'))
  let isShortened = false
  const length = () => names.reduce((sum, each) => sum + each.length + 1, 0)
  while (names.length > 2 && length() > maxPathLength) {
    names.splice(-2, 1)
    isShortened = true
  }
  if (isShortened) names.splice(-1, 0, '…')
  return [
    top,
    ...names,
    `${toSafeName(name, maxNameLength, 'Unnamed')} ~${mark}.${toSafeExtension(extension)}`,
  ].join('/')
}

const toSafeExtension = (extension: string) =>
  /^[a-z0-9]{1,8}$/i.test(extension) ? extension.toLowerCase() : 'bin'
