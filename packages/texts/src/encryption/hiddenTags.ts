import { formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

const links = (n: number) => `${formatNumber(n)} encrypted ${n === 1 ? 'link' : 'links'}`

/** The option of an encrypted collection to keep tags inside the encryption. */
export const hiddenTagsTexts = {
  option: 'Keep tags inside the encryption',
  optionLine: 'Encrypted links here get no tags. Their tags become words of the description.',
  unlockFirst: 'Unlock the collection to change this.',
  formLine: 'Tags stay inside the encryption here. Write them in the description.',
  formMoves: (n: number) =>
    n === 1
      ? 'Its tag becomes a word of the description.'
      : `Its ${formatNumber(n)} tags become words of the description.`,
  moved: 'Their tags became words of the description.',
  noneTaggable: 'Their collection keeps tags inside the encryption. Write them in the description.',
  oneNotTaggable: 'Its collection keeps tags inside the encryption. Write them in the description.',
  someNotTaggable: (n: number) => `${links(n)} will get no tags: their collection keeps tags inside.`,
  left: (n: number) => `${links(n)} still ${n === 1 ? 'has' : 'have'} readable tags`,
  leftLine: 'This collection keeps tags inside the encryption.',
  continue: 'Continue',
  converting: (name: string) => `Moving tags inside: ${name}`,
  converted: 'The tags are inside the encryption',
  stopped: (n: number) =>
    `The tags of ${formatNumber(n)} ${n === 1 ? 'link are' : 'links are'} inside. The others are still readable.`,
  tooLong: (name: string) => `The tags of ${quoted(name)} do not fit in its description. Shorten it first.`,
  tooLongCount: (n: number) =>
    n === 1
      ? 'One link was left out: its tags do not fit in its description.'
      : `${formatNumber(n)} links were left out: their tags do not fit in their descriptions.`,
}
