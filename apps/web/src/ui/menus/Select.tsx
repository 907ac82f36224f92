import { useEffect, useId, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { type FieldControl, fieldCss } from '../fields/Field.tsx'
import { IconCheck, IconSelector } from '../icons.ts'
import { Popup } from '../dialogs/Popup.tsx'
import css from './Select.module.css'
import { useSelectKeys } from '../lists/useSelectKeys.ts'

/** A choice of a select. */
export interface SelectOption<Value extends string | number> {
  value: Value
  label: string
}

/**
 * Selects one of several options, as the pattern 'select-only combobox' of the ARIA Authoring Practices has it: the
 * focus stays in the button, and `aria-activedescendant` names the option that Enter selects. On phones the list is a
 * bottom sheet.
 */
export function Select<Value extends string | number>({
  label,
  options,
  value,
  className,
  onChange,
  ...control
}: {
  /** Its accessible name, also where a field shows the same. */
  label: string
  options: readonly SelectOption<Value>[]
  value: Value
  className?: string | undefined
  /** Called when another option is selected. */
  onChange: (value: Value) => void
  'data-autofocus'?: boolean
} & Partial<FieldControl>) {
  const listId = useId()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const selected = options.findIndex(option => option.value === value)
  /** The index of the active option while the list is open. */
  const [active, setActive] = useState<number>()
  const open = active !== undefined
  const close = () => setActive(undefined)
  const moveTo = (index: number) => setActive(Math.max(0, Math.min(index, options.length - 1)))
  const select = (index = -1) => {
    close()
    const option = options[index]
    if (option && option.value !== value) onChange(option.value)
  }
  const onKeyDown = useSelectKeys({
    labels: options.map(option => option.label),
    selected,
    active,
    moveTo,
    select,
    close,
  })
  return (
    <>
      <button
        {...control}
        ref={setButton}
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? `${listId}-${active}` : undefined}
        className={classes(fieldCss.box, css.button, className)}
        onClick={() => (open ? close() : moveTo(selected))}
        onKeyDown={onKeyDown}
        // Firefox clicks a button when Space is released.
        onKeyUp={event => event.key === ' ' && event.preventDefault()}
        onBlur={event => event.relatedTarget && close()}
      >
        <span className="el grow" dir="auto">
          {options[selected]?.label}
        </span>
        <IconSelector className="i s14" />
      </button>
      {open && button && (
        <Popup anchor={button} sheet className={css.panel} onClose={close}>
          <div
            id={listId}
            role="listbox"
            aria-label={label}
            // The focus stays in the button.
            onMouseDown={event => event.preventDefault()}
          >
            {options.map((option, index) => (
              <Option
                key={option.value}
                id={`${listId}-${index}`}
                label={option.label}
                isSelected={index === selected}
                isActive={index === active}
                onPoint={() => setActive(index)}
                onSelect={() => select(index)}
              />
            ))}
          </div>
        </Popup>
      )}
    </>
  )
}

function Option({
  id,
  label,
  isSelected,
  isActive,
  onPoint,
  onSelect,
}: {
  id: string
  label: string
  isSelected: boolean
  isActive: boolean
  onPoint: () => void
  onSelect: () => void
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isSelected}
      className={classes('row g8 t2', css.option, isActive && css.active)}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onSelect}
    >
      <span className="grow" dir="auto">
        {label}
      </span>
      {isSelected && <IconCheck className="i s14" />}
    </div>
  )
}
