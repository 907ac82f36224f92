/** The reasons why an import of highlights leaves something out or changes it. */
export const highlightImportTexts = {
  noAddress: 'This entry has no web address.',
  noHighlights: 'This entry has no highlights that could be read.',
  noRoom: (left: number, max: number) =>
    left === 1
      ? `1 highlight was left out: this page can have up to ${max}.`
      : `${left} highlights were left out: this page can have up to ${max}.`,
  shortened: 'A highlight or comment was cut at 5,000 characters.',
  tooDeep: 'This file is nested too deeply.',
} as const
