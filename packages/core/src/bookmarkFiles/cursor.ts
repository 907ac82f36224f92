/** A position in a text that arrives in chunks. Keeps only the chunk, and what is not taken yet of those before. */
export class Cursor {
  buffer = ''
  /** Position in the buffer. */
  at = 0
  /** Whether no more text arrives. */
  isLast = false
  #line = 1
  /** The position up to which lines are counted. */
  #counted = 0
  /** Whether only blanks precede the buffer on its first line. */
  #startsLine = true

  append(piece: string): void {
    this.#countLines()
    this.#startsLine = this.isLineStart()
    this.#set(this.buffer.slice(this.at) + piece)
  }

  /** Returns a text that was taken, which did not begin a line. */
  putBack(text: string): void {
    this.#countLines()
    this.#line -= text.split('\n').length - 1
    this.#startsLine = false
    this.#set(text + this.buffer.slice(this.at))
  }

  #set(buffer: string): void {
    this.buffer = buffer
    this.at = 0
    this.#counted = 0
  }

  get isAtEnd(): boolean {
    return this.at >= this.buffer.length
  }

  /** The line of the position, from 1. */
  get line(): number {
    this.#countLines()
    return this.#line
  }

  /** Returns whether the next characters are here, or all that there are. */
  isReady(length: number): boolean {
    return this.isLast || this.buffer.length - this.at >= length
  }

  /** Takes the text up to a position of the buffer. */
  take(end: number): string {
    const text = this.buffer.slice(this.at, end)
    this.at = end
    return text
  }

  /** Matches a sticky expression at the position. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at
    return expression.exec(this.buffer)
  }

  /** Returns the position of the next match of a global expression, or of the end of the buffer. */
  find(expression: RegExp): number {
    expression.lastIndex = this.at
    return expression.exec(this.buffer)?.index ?? this.buffer.length
  }

  /** Returns the same as `find`, faster, for an expression that matches a single character. */
  findChar(expression: RegExp): number {
    expression.lastIndex = this.at
    return expression.test(this.buffer) ? expression.lastIndex - 1 : this.buffer.length
  }

  /** Returns whether only blanks precede on the line. */
  isLineStart(): boolean {
    for (let i = this.at - 1; i >= 0; i--) {
      const char = this.buffer[i]
      if (char === '\n') return true
      if (char !== ' ' && char !== '\t' && char !== '\r' && char !== '\ufeff') return false
    }
    return this.#startsLine
  }

  #countLines(): void {
    for (;;) {
      const at = this.buffer.indexOf('\n', this.#counted)
      if (at < 0 || at >= this.at) return
      this.#counted = at + 1
      this.#line++
    }
  }
}
