/** Returns the text in lower case and without diacritics, so that 'bad' finds 'Báð'. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
