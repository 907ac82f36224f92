import type { Output } from '@nestmark/contract/operation'
import type { getCollection } from '@nestmark/contract/collections'
import type { Collection } from '@nestmark/contract/shapes'
import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { ShownDate } from '../../ui/marks/ShownDate.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import css from './PublicHead.module.css'

export type Summary = NonNullable<Output<typeof getCollection>['summary']>

/** The author, name, description and size of a public collection. */
export function PublicHead({ folder, summary }: { folder: Collection; summary: Summary | undefined }) {
  const links = summary?.links ?? folder.links_count
  const collections = summary?.collections ?? folder.folder_count
  const updated = summary?.update_date ?? folder.update_date
  return (
    <div className="grow">
      <p className={`row text14 g10 t2 anywhere ${css.author}`}>
        <Avatar name={folder.owner_name ?? ''} />
        <span>
          {texts.collectedBy} <b dir="auto">{folder.owner_name}</b>
        </span>
      </p>
      <h1 className={`anywhere mt12 ${css.title}`} dir="auto">
        {folder.name}
      </h1>
      {folder.desc && (
        <p className={`t2 anywhere mt8 ${css.desc}`} dir="auto">
          {folder.desc}
        </p>
      )}
      <ul className={`flex wrap t3 ${css.facts}`} aria-label={texts.facts}>
        <Fact text={texts.links(links)} />
        {collections > 0 && <Fact text={texts.collections(collections)} />}
        {(summary?.contributors ?? 1) > 1 && <Fact text={texts.contributors(summary?.contributors ?? 1)} />}
        <li>
          {texts.updated} <ShownDate time={updated} />
        </li>
        <li>{texts.anyoneReads}</li>
      </ul>
    </div>
  )
}

/** Shows a text that begins with a number. */
function Fact({ text }: { text: string }) {
  const [number = '', ...rest] = text.split(' ')
  return (
    <li>
      <b className="num">{number}</b> {rest.join(' ')}
    </li>
  )
}
