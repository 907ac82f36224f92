/** Closing brackets with their opening ones. */
const brackets: Record<string, string> = Object.fromEntries(
  '() [] {} （） ［］ ｛｝ 「」 『』 【】 《》 〈〉 〔〕'
    .split(' ')
    .map(pair => [pair.charAt(1), pair.charAt(0)]),
)
const openings = new Set(Object.values(brackets))
/** Punctuation that belongs to the sentence where it ends an address. */
const endings = new Set(`.,;:!?"'»›’”“‘*\`…。，、！？；：`)

/**
 * Finds the first web address in a shared text, and the rest of the text. Brackets belong to the address where they are
 * balanced, punctuation at its end does not. A Markdown link is replaced by its text.
 * @returns an empty address where there is none
 */
export function splitSharedText(text: string): { address: string; rest: string } {
  const found = /https?:\/\/[^\s<>"]+/i.exec(text)
  if (!found) return { address: '', rest: text.trim() }
  const address = trimAddress(found[0])
  let before = text.slice(0, found.index)
  let after = text.slice(found.index + address.length)
  if (before.endsWith('<') && after.startsWith('>')) [before, after] = [before.slice(0, -1), after.slice(1)]
  return { address, rest: removeMarkdown(before, after).trim() }
}

/** Returns the text around an address, without the marks of a Markdown link. */
function removeMarkdown(before: string, after: string): string {
  const open = before.endsWith('](') ? findOpening(before, before.length - 2) : -1
  const close = open < 0 ? null : /^(?: *"[^"\n]*")? *\)/.exec(after)
  if (!close) return before + after
  return before.slice(0, open) + before.slice(open + 1, -2) + after.slice(close[0].length)
}

/** Returns the place of the bracket that the one at `closing` closes; -1 where there is none. */
function findOpening(text: string, closing: number): number {
  let depth = 0
  for (let at = closing; at >= 0; at--) {
    const character = text.charAt(at)
    if (character === ']') depth++
    if (character === '[' && --depth === 0) return at
  }
  return -1
}

/** Returns an address without brackets that are not balanced, and what follows them, and without punctuation at its end. */
function trimAddress(text: string): string {
  const open: number[] = []
  let end = 0
  for (; end < text.length; end++) {
    const character = text.charAt(end)
    if (openings.has(character)) open.push(end)
    else if (character in brackets) {
      if (text.charAt(open.at(-1) ?? text.length) !== brackets[character]) break
      open.pop()
    }
  }
  end = Math.min(end, open[0] ?? end)
  while (end > 0 && endings.has(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
