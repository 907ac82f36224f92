import type { ImportChoices, ImportPreview } from '@nestmark/contract/transfer/importPreview'
import { importPreviewTexts as texts } from '@nestmark/texts/transfer/importPreview'
import type { ComponentProps } from 'react'
import { chooseWay } from '../../../lib/encryption/entering.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { CollectionField } from '../../collections/picker/CollectionField.tsx'
import css from './ImportPreview.module.css'
import { nameCollection } from './preview.ts'

/** Where a file goes, and what becomes of its folders. */
export function PreviewChoices({
  format,
  preview,
  onChange,
  onEncrypted,
}: {
  format: string
  preview: ImportPreview
  onChange: (choices: ImportChoices) => void
  /** Receives a collection whose key is open: the browser encrypts the links, so the server cannot preview them. */
  onEncrypted: (parent: string) => void
}) {
  const { choices, tree } = preview
  const top = tree.filter(each => each.level === 0)
  const change = (part: Partial<ImportChoices>) => onChange({ ...choices, ...part })
  const chooseParent = async (parent: string) => {
    const way = await chooseWay(parent)
    if (way === 'encrypted') onEncrypted(parent)
    else if (way !== 'cancelled') change({ where: 'into', parent, plain: way === 'plain' ? 1 : 0 })
  }
  const places = [
    { where: 'new', note: choices.where === 'new' ? choices.name : undefined },
    {
      where: 'beside',
      note:
        choices.where === 'beside' && top.length > 0
          ? texts.atTop(top.length, top.filter(each => each.joins).length)
          : undefined,
    },
    { where: 'into', note: undefined },
  ] as const
  const choosePlace = (where: ImportChoices['where']) =>
    change(where === 'new' ? { where, name: nameCollection(format) } : { where })
  return (
    <section>
      <fieldset className={`stack g6 min0 ${css.places}`}>
        <legend className={css.heading}>{texts.where}</legend>
        {places.map(({ where, note }) => (
          <label
            key={where}
            className={`row g10 ${css.place}`}
            data-chosen={choices.where === where || undefined}
          >
            <input
              type="radio"
              name="where"
              checked={choices.where === where}
              onChange={() => choosePlace(where)}
            />
            <span className="grow">{texts.into[where]}</span>
            {note && <span className={`num el ${css.secondary}`}>{note}</span>}
          </label>
        ))}
        {choices.where === 'into' && (
          <CollectionField
            label={texts.collection}
            value={choices.parent ?? null}
            ownOnly
            onChange={id => void chooseParent(id)}
          />
        )}
      </fieldset>
      <Choice
        label={texts.folders}
        value={choices.folders}
        options={[
          { value: 'collections', label: texts.collections },
          { value: 'tags', label: texts.tags },
        ]}
        onChange={folders => change({ folders })}
      />
      {choices.folders === 'collections' && choices.where !== 'new' && (
        <Choice
          label={texts.sameNamed}
          value={choices.same_named}
          options={[
            { value: 'join', label: texts.join },
            { value: 'apart', label: texts.apart },
          ]}
          onChange={same_named => change({ same_named })}
        />
      )}
      {/* What becomes of the marks of links, and what is fetched afterwards. */}
      {marks.map(({ choice, label, line }) => {
        const isOn = choices[choice] === 1
        return (
          <label key={choice} className={`row wrap ${css.choice}`}>
            <span className="grow" aria-hidden="true">
              {label}
              {line && <span className={css.secondary}>{line}</span>}
            </span>
            <Checkbox label={label} checked={isOn} onChange={() => change({ [choice]: isOn ? 0 : 1 })} />
          </label>
        )
      })}
    </section>
  )
}

function Choice<Value extends string>(choice: ComponentProps<typeof Segmented<Value>>) {
  return (
    <div className={`row wrap ${css.choice}`}>
      <span className="grow">{choice.label}</span>
      <Segmented {...choice} />
    </div>
  )
}

const marks = [
  { choice: 'states_as_tags', label: texts.states, line: '' },
  { choice: 'pictures', label: texts.pictures, line: texts.picturesLine },
  { choice: 'pages', label: texts.pages, line: texts.pagesLine },
] as const
