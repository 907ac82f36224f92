import { plainLinkDefaults } from '@nestmark/contract/links/plainLinkFields'
import type { Link } from '@nestmark/contract/shapes'
import { isSoundFile } from '@nestmark/core/embeds/soundFile'
import { categories } from '@nestmark/core/limits'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { linksTexts } from '@nestmark/texts/links/links'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconInfoCircle } from '../../../ui/icons.ts'
import { SkeletonBox } from '../../../ui/progress/Skeleton.tsx'
import { LinkCard } from '../list/items/LinkCard.tsx'
import { usePreviewPicture } from './save/linkFormData.ts'
import css from './LinkFormPreview.module.css'
import { isChecklist, type LinkValues, proposeTitle } from './state/linkFormValues.ts'
import { formatSource, formatTitle } from '../linkDisplay.ts'
import { MiniThumb } from '../list/items/Thumb.tsx'
import type { LinkFormState } from './state/useLinkForm.ts'

const doNothing = () => {}
const noDragContent = () => null
const noRights = { edit: false, move: false, trash: false, favourite: false, share: false }

/** Returns the link as its card will show it. */
function toPreview(values: LinkValues, thumbnail: string, date: number): Link {
  return {
    _id: 'preview',
    name: values.name.trim() || proposeTitle(values) || linksTexts.untitled,
    desc: values.desc,
    link: values.link.trim(),
    category: values.category,
    subCategory: values.category === 4 ? values.kind : null,
    category_text: '',
    subCategory_text: '',
    thumbnail,
    thumbnail_width: 0,
    thumbnail_height: 0,
    parent: values.parent ?? '',
    tags: values.tags.map(name => ({ _id: name, name })),
    favourite: 0,
    create_date: date,
    update_date: date,
    version: 0,
    check_list: isChecklist(values) ? values.items.filter(item => item.text.trim() !== '') : [],
    ...plainLinkDefaults,
    is_public: 0,
    is_trash: 0,
    is_scraped: 0,
    isFile: 0,
    enc: 0,
    size: 0,
    s3_key: [],
    embed: '',
    linkVideoType: 0,
    can: noRights,
  }
}

interface Props {
  form: LinkFormState
  /** The creation time of the link, or now. */
  date: number
}

/** Shows the link's card and whether the address is embedded. */
export function LinkFormPreview({ form, date, picture }: Props & { picture: React.ReactNode }) {
  const { values, fetching } = form
  const picturePreview = usePreviewPicture(values.thumbnail)
  const { file } = form.upload
  const thumbnail = file ? file.picture : form.capture.url || picturePreview
  const isLoading = fetching === 'fetching' && !form.values.touched.name
  return (
    <div className={css.aside}>
      <span className={`t3 block f12 ${css.caption}`}>{texts.preview}</span>
      {/* Inert, because the fields already contain the same text. */}
      <div className={css.card} inert>
        {isLoading ? (
          <>
            <SkeletonBox style={{ aspectRatio: '16/10', borderRadius: 9 }} />
            <SkeletonBox style={{ height: 12, width: '86%', marginTop: 13 }} />
            <SkeletonBox style={{ height: 9, width: '44%', marginTop: 11 }} />
          </>
        ) : (
          <LinkCard
            link={toPreview(file ? { ...values, link: '' } : values, thumbnail, date)}
            index={0}
            showsCollection={false}
            selecting={false}
            selected={false}
            onToggle={doNothing}
            onPeek={undefined}
            peeked={false}
            getDragContent={noDragContent}
          />
        )}
      </div>
      {picture}
      {!file && !form.hasSavedFile && <EmbedHint form={form} />}
    </div>
  )
}

/** Shows the preview on the phone: a row below the address. */
export function LinkFormMiniPreview({ form, date }: Props) {
  const { values } = form
  const picturePreview = usePreviewPicture(values.thumbnail)
  const thumbnail = form.capture.url || picturePreview
  if (values.link.trim() === '' && values.name.trim() === '') return null
  const link = toPreview(values, thumbnail, date)
  return (
    <div className={`row g12 ${css.miniPreview}`} inert>
      <MiniThumb link={link} />
      <div className="grow">
        <div className={`anywhere clamp w560 ${css.title}`} dir="auto">
          {formatTitle(link)}
        </div>
        <div className={`el ${css.host}`}>{formatSource(link)}</div>
      </div>
    </div>
  )
}

/** Shows whether the address is embedded, and as which category. */
export function EmbedHint({ form }: { form: LinkFormState }) {
  const { recognised, values, player } = form
  const optionsButton = (
    <button
      type="button"
      className={`acc w540 f12 underlined ${css.options}`}
      onClick={() => openOverlay('embeds', {})}
    >
      {texts.embedOptions}
    </button>
  )
  const otherCategory =
    recognised && recognised.category !== values.category ? categories[recognised.category - 1] : undefined
  if (!recognised && (values.link.trim() === '' || values.category === 4)) return <p>{optionsButton}</p>
  return (
    <div className={`flex g8 t3 ${css.hint}`}>
      <IconInfoCircle className="i s14" />
      <div>
        {!recognised && values.category === 5 && isSoundFile(values.link) ? (
          <p>
            {texts.playsInline(texts.soundFile)} {optionsButton}
          </p>
        ) : recognised && player === 'missing' ? (
          <p>
            {texts.hasNoPlayer(recognised.label)}
            {optionsButton}
          </p>
        ) : !recognised ? (
          <p>
            {texts.plainBefore}
            {optionsButton}
            {texts.plainAfter}
          </p>
        ) : otherCategory ? (
          <>
            <p>{texts.playsAs(recognised.label, otherCategory.label)}</p>
            <Button
              size="sm"
              className={css.switch}
              onClick={() => form.set({ category: otherCategory.code })}
            >
              {texts.saveAs(otherCategory.label)}
            </Button>
          </>
        ) : (
          <p>
            {player === 'unknown'
              ? texts.mayPlayInline(recognised.label)
              : texts.playsInline(recognised.label)}{' '}
            {optionsButton}
          </p>
        )}
      </div>
    </div>
  )
}
