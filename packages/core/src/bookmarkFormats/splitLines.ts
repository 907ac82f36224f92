/** The length above which a line is read in parts. */
const maxLine = 1_000_000

/** Splits a text that arrives in pieces into its lines, without their ends. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length <= maxLine) continue
    yield rest
    rest = ''
  }
  if (rest !== '') yield rest
}
