import { fold } from './tree.ts'

/** Shows a name with the searched part highlighted. */
export function Marked({ text, words }: { text: string; words: string }) {
  const letters = [...text]
  const wanted = fold(words.trim())
  // Folding may change the length of a character, so the match is mapped back character by character.
  const folded = letters.map(fold)
  const at = wanted === '' ? -1 : folded.join('').indexOf(wanted)
  if (at < 0) return text
  let start = 0
  for (let seen = 0; seen < at; start++) seen += folded[start]?.length ?? 0
  let end = start
  for (let seen = 0; seen < wanted.length && end < letters.length; end++) seen += folded[end]?.length ?? 0
  return (
    <>
      {letters.slice(0, start).join('')}
      <mark>{letters.slice(start, end).join('')}</mark>
      {letters.slice(end).join('')}
    </>
  )
}
