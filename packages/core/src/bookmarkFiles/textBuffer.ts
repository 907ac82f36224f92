import { limits } from '../limits.ts'

// Longer than any field, so that the import detects it. The rest of the text would only use memory.
const maxLength = limits.noteDesc + 1

/**
 * Accumulates the text of a title or a note. Keeps white space that the file wrote as a character reference
 * and removes the white space of the file's layout.
 */
export class TextBuffer {
  #value = ''
  /** Positions of white space that was written as a reference, in ascending order. */
  #literal: number[] = []

  /** Appends raw text of the file. */
  raw(text: string): void {
    if (this.#value.length < maxLength) this.#value += text
  }

  /** Appends a character that was written as a reference. */
  reference(code: number): void {
    if (this.#value.length >= maxLength) return
    if (isBlank(code)) this.#literal.push(this.#value.length)
    this.#value += String.fromCodePoint(code)
  }

  get isEmpty(): boolean {
    return this.#value === ''
  }

  /** Returns the text on one line: a layout line break with its surrounding blanks becomes one space. */
  asTitle(): string {
    return this.#withoutLayout(part => joinLines(part)).slice(0, maxLength)
  }

  /** Returns the text with its lines, with every line break as `\n`. */
  asNote(): string {
    return this.#withoutLayout(part => part.replaceAll('\r\n', '\n').replaceAll('\r', '\n')).slice(
      0,
      maxLength,
    )
  }

  #withoutLayout(transform: (part: string) => string): string {
    const value = this.#value
    if (value === '') return ''
    const first = this.#literal[0] ?? value.length
    const last = this.#literal.at(-1) ?? -1
    let start = 0
    let end = value.length
    while (start < end && start < first && isBlank(value.charCodeAt(start))) start++
    while (end > start && end - 1 > last && isBlank(value.charCodeAt(end - 1))) end--
    let text = ''
    for (const position of this.#literal) {
      text += transform(value.slice(start, position)) + value.charAt(position)
      start = position + 1
    }
    text += transform(value.slice(start, end))
    // No database stores NUL characters, and users do not type them.
    return text.includes('\0') ? text.replaceAll('\0', '') : text
  }
}

/** Accumulates the text of a line, and keeps that of the line before. */
export class LineText {
  current = new TextBuffer()
  previous = new TextBuffer()

  endLine(): void {
    this.previous = this.current
    this.current = new TextBuffer()
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

// A loop instead of `trim()`, which also removes characters that titles begin with, such as the ideographic space.
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
