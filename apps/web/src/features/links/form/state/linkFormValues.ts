import type { ArchiveMode } from '@nestmark/contract/reading/copies'
import type { saveLink, updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { recognise, type Recognised } from '@nestmark/core/embeds/recognise'
import { truncateText } from '@nestmark/core/words/truncateText'
import { limits } from '@nestmark/core/limits'
import { validateLink } from '@nestmark/core/addresses/linkRules'
import { formatHostAndPath, containsDomain, namesHost, normaliseAddress } from '@nestmark/core/addresses/url'
import { errorTexts } from '@nestmark/texts/errors'
import type { UploadedFile } from '../../../../lib/uploads/files/formUpload.ts'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'

/** 1 notes or article, 2 quote, 4 checklist. */
export type NoteKind = 1 | 2 | 4

export interface CheckItem {
  /** The key of its row, which is stable when items are reordered. */
  key: number
  text: string
  done: boolean
}

/** The fields that the page of an address can fill. Typed text is never overwritten. */
export type FillableField = 'name' | 'desc' | 'thumbnail'

/** The values of the form. */
export interface LinkValues {
  /** 0 while none is chosen. */
  category: number
  /** The address made it a note: it is a post of the short-message site. */
  post: boolean
  link: string
  name: string
  desc: string
  kind: NoteKind
  items: CheckItem[]
  tags: string[]
  /** null is the root. */
  parent: string | null
  /** '' without a picture. */
  thumbnail: string
  /**
   * Which copies are stored of the page of a new link; null as in the settings. Drafts of earlier versions have
   * none.
   */
  keepCopy?: ArchiveMode | null
  /** The fields that the user has changed. */
  touched: Partial<Record<FillableField, true>>
}

export type FieldErrors = Partial<Record<'link' | 'name' | 'desc' | 'tags' | 'items' | 'parent', string>>

export const emptyValues: LinkValues = {
  category: 0,
  post: false,
  link: '',
  name: '',
  desc: '',
  kind: 1,
  items: [],
  tags: [],
  parent: null,
  thumbnail: '',
  touched: {},
}

/** Returns the form values of a link. */
export function toFormValues(link: Link): LinkValues {
  return {
    category: link.category,
    post: link.category === 4 && link.subCategory === 5,
    link: link.link,
    name: link.name,
    desc: link.desc,
    kind: link.subCategory === 2 ? 2 : link.subCategory === 4 || link.check_list.length > 0 ? 4 : 1,
    items: link.check_list.map((item, key) => ({ ...item, key })),
    tags: link.tags.map(tag => tag.name),
    parent: link.parent,
    thumbnail: link.thumbnail,
    touched: { name: true, ...(link.desc && { desc: true }), ...(link.thumbnail && { thumbnail: true }) },
  }
}

/** Returns whether values would change a link that an earlier try has saved. */
export function isDifferentFrom(saved: Link, values: LinkValues): boolean {
  const before = toFormValues(saved)
  const same = (a: string, b: string) => a.trim() === b.trim()
  const typed = values.link.trim()
  const toItems = (list: LinkValues) =>
    JSON.stringify(listWrittenItems(list).map(({ text, done }) => [text.trim(), done]))
  return !(
    same(before.name, values.name) &&
    same(before.desc, values.desc) &&
    // An address without a scheme gets one.
    [typed, `http://${typed}`, `https://${typed}`].includes(before.link) &&
    before.category === values.category &&
    toItems(before) === toItems(values) &&
    (values.parent === null || before.parent === values.parent) &&
    before.tags.join(' ').toLowerCase() === values.tags.join(' ').toLowerCase()
  )
}

/** Returns whether two sets of values would save the same link. */
export function sameValues(a: LinkValues, b: LinkValues): boolean {
  return JSON.stringify(pickSaved(a)) === JSON.stringify(pickSaved(b))
}

/**
 * Returns whether two sets of values have the same typed input. Fetched values do not count, because they will be
 * fetched again.
 */
export function sameTypedValues(a: LinkValues, b: LinkValues): boolean {
  return sameValues(pickTyped(a), pickTyped(b))
}

function pickTyped(values: LinkValues): LinkValues {
  const { touched, name, desc, thumbnail } = values
  return {
    ...values,
    name: touched.name ? name : '',
    desc: touched.desc ? desc : '',
    thumbnail: touched.thumbnail ? thumbnail : '',
  }
}

function pickSaved(values: LinkValues) {
  return { ...values, touched: 0, post: 0, items: values.items.map(({ text, done }) => [text, done]) }
}

/** Returns whether the form contains any text that would be lost. */
export function hasContent({ link, name, desc, items, tags }: LinkValues): boolean {
  return [link, name, desc, ...tags, ...items.map(item => item.text)].some(text => text.trim() !== '')
}

/** Returns whether there is a page that can be copied. */
export const canHaveCopy = ({ link }: Pick<LinkValues, 'link'>): boolean => containsDomain(link)

export const isChecklist = (values: LinkValues): boolean => values.category === 4 && values.kind === 4

/** Returns the site that is recognised by an address, or null. */
export function recogniseAddress(address: string): Recognised | null {
  return containsDomain(address) ? recognise(address) : null
}

/** Returns whether a pasted text is a single address. */
export const isSingleAddress = (text: string): boolean => namesHost(text) && !/\s/.test(text.trim())

/**
 * Returns whether an address is a post of the short-message site, which is saved as a note with a fixed text (SCRP-03).
 */
export function isPost(found: Recognised | null): boolean {
  return found?.category === 4 && found.subCategory === 5
}

const listWrittenItems = (values: LinkValues) => values.items.filter(item => item.text.trim() !== '')

/** Returns whether an address is that of a document that is shown inline. Its note needs no text. */
const isDocument = (link: string) => recogniseAddress(link)?.category === 4

/**
 * Returns the title that a link without one is saved with: host and path of its address. '' for other notes than
 * documents, which need a typed title.
 */
export function proposeTitle({ category, link }: Pick<LinkValues, 'category' | 'link'>): string {
  const isOwnText = category === 4 && !isDocument(link)
  const address = isOwnText || !namesHost(link) ? null : normaliseAddress(link)
  return address === null ? '' : truncateText(formatHostAndPath(address), limits.title)
}

/**
 * Returns the errors of the form, with the texts of the specification.
 * @param hasFile the link has a file in place of an address
 * @param current the stored address of a link that is edited
 */
export function validate(values: LinkValues, hasFile = false, current = ''): FieldErrors {
  const hasItems = isChecklist(values)
  const name = values.name.trim() || proposeTitle(values)
  const found = validateLink(
    { ...values, name, hasItems, hasFile, isDocument: isDocument(values.link) },
    current,
  )
  const errors: FieldErrors = {}
  for (const [field, code] of Object.entries(found)) errors[field as keyof FieldErrors] = errorTexts[code]
  if (hasItems && listWrittenItems(values).length === 0) errors.items = texts.itemsNone
  return errors
}

function toSharedInput(values: LinkValues) {
  const hasItems = isChecklist(values)
  const found = recogniseAddress(values.link)
  const noteKind = values.category === 4 ? values.kind : null
  return {
    link: values.link.trim(),
    name: values.name.trim() || proposeTitle(values),
    desc: values.desc.trim(),
    category: values.category,
    subCategory: found?.category === values.category ? (found.subCategory ?? noteKind) : noteKind,
    tags: values.tags,
    check_list: hasItems
      ? listWrittenItems(values).map(({ text, done }) => ({ text: text.trim(), done }))
      : [],
  }
}

/**
 * Returns the input that saves a new link.
 * @param file the upload that becomes its file, in place of an address
 */
export function toSaveInput(values: LinkValues, file?: UploadedFile): Input<typeof saveLink> {
  const { check_list, ...rest } = toSharedInput(values)
  return {
    ...rest,
    ...(values.name.trim() === '' && { is_placeholder: 1 as const }),
    ...(values.parent && { parent: values.parent }),
    ...(check_list.length > 0 && { check_list }),
    ...(values.thumbnail && { thumbnail: values.thumbnail }),
    ...(values.keepCopy && canHaveCopy(values) && { keep_copy: values.keepCopy }),
    ...(file && {
      link: '',
      subCategory: undefined,
      thumbnail: undefined,
      s3_key: [{ file: file.file, thumb: file.thumb }],
    }),
  }
}

/** Returns the input that changes a link: all fields of the form, and the picture only if it changed. */
export function toUpdateInput(
  values: LinkValues,
  before: LinkValues,
  { _id, version }: Pick<Link, '_id' | 'version'>,
): Input<typeof updateLink> {
  return {
    link_id: _id,
    version,
    ...toSharedInput(values),
    ...(values.parent && { parent: values.parent }),
    ...(values.thumbnail !== before.thumbnail && { thumbnail: values.thumbnail }),
  }
}
