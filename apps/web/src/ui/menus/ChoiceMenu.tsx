import type { ComponentProps } from 'react'
import { Button, type Icon } from '../fields/Button.tsx'
import { Menu } from './Menu.tsx'

/** A button with the chosen option, whose menu has all options; the other props are those of the button. */
export function ChoiceMenu<Value>({
  label,
  options,
  value,
  onChange,
  ...button
}: {
  label: string
  options: readonly { value: Value; label: string; icon?: Icon }[]
  value: Value
  onChange: (value: Value) => void
} & Omit<ComponentProps<typeof Button>, 'value' | 'onChange'>) {
  const current = options.find(option => option.value === value)
  return (
    <Menu
      label={label}
      items={options.map(({ value: each, label, icon }) => ({
        label,
        icon,
        checked: each === value,
        run: () => onChange(each),
      }))}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={current?.icon} {...button}>
          {button.children || current?.label}
        </Button>
      )}
    </Menu>
  )
}
