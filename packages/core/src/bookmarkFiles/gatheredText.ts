// More than any field of ours holds; what follows would only fill the memory.
const longest = 100_000

/**
 * Collects the text of a title or a note. White space that the file wrote as a character reference is meant
 * and stays; the white space of the file's layout goes.
 */
export class GatheredText {
  #value = ''
  /** Positions of white space that was written as a reference, in order. */
  #meant: number[] = []

  /** Adds text as it stands in the file. */
  raw(text: string): void {
    if (this.#value.length < longest) this.#value += text
  }

  /** Adds a character that was written as a reference. */
  reference(code: number): void {
    if (this.#value.length >= longest) return
    if (isBlank(code)) this.#meant.push(this.#value.length)
    this.#value += String.fromCodePoint(code)
  }

  get isEmpty(): boolean {
    return this.#value === ''
  }

  /** On one line: a line break of the file's layout, with the blanks around it, is one space. */
  asTitle(): string {
    return this.#withoutLayout(part => joinLines(part)).slice(0, longest)
  }

  /** On its own lines, every line break as `\n`. */
  asNote(): string {
    return this.#withoutLayout(part => part.replaceAll('\r\n', '\n').replaceAll('\r', '\n')).slice(0, longest)
  }

  #withoutLayout(mend: (part: string) => string): string {
    const value = this.#value
    const first = this.#meant[0] ?? value.length
    const last = this.#meant.at(-1) ?? -1
    let start = 0
    let end = value.length
    while (start < end && start < first && isBlank(value.charCodeAt(start))) start++
    while (end > start && end - 1 > last && isBlank(value.charCodeAt(end - 1))) end--
    let text = ''
    for (const position of this.#meant) {
      text += mend(value.slice(start, position)) + value.charAt(position)
      start = position + 1
    }
    text += mend(value.slice(start, end))
    // No database keeps it, and nobody typed it.
    return text.includes('\0') ? text.replaceAll('\0', '') : text
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function joinLines(part: string): string {
  if (!/[\r\n]/.test(part)) return part
  const lines = part.split(/[\r\n]+/)
  return lines
    .map((line, i) =>
      line.slice(i === 0 ? 0 : findStart(line), i === lines.length - 1 ? undefined : findEnd(line)),
    )
    .join(' ')
}

// By hand, since `trim()` also takes characters that titles begin with, such as the ideographic space.
function findStart(line: string): number {
  let start = 0
  while (start < line.length && isBlank(line.charCodeAt(start))) start++
  return start
}

function findEnd(line: string): number {
  let end = line.length
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end--
  return end
}
