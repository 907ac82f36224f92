import { foldText } from '../../../lib/foldText.ts'

/** Shows a name with the searched part highlighted. */
export function HighlightedMatch({ text, query }: { text: string; query: string }) {
  const characters = [...text]
  const foldedQuery = foldText(query.trim())
  // Folding may change the length of a character, so the match is mapped back character by character.
  const folded = characters.map(foldText)
  const matchStart = foldedQuery === '' ? -1 : folded.join('').indexOf(foldedQuery)
  if (matchStart < 0) return text
  let start = 0
  for (let length = 0; length < matchStart; start++) length += folded[start]?.length ?? 0
  let end = start
  for (let length = 0; length < foldedQuery.length && end < characters.length; end++)
    length += folded[end]?.length ?? 0
  return (
    <>
      {characters.slice(0, start).join('')}
      <mark>{characters.slice(start, end).join('')}</mark>
      {characters.slice(end).join('')}
    </>
  )
}
