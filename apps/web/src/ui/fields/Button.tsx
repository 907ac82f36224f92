import type { ComponentProps, FunctionComponent, SVGProps } from 'react'
import { Link, type LinkProps } from '../../lib/router/links.tsx'
import css from './Button.module.css'
import { classes } from '../classes.ts'

export type Icon = FunctionComponent<SVGProps<SVGSVGElement>>

interface ButtonStyle {
  variant?: 'plain' | 'primary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  icon?: Icon
  /** An icon after the text. */
  iconAfter?: Icon
  /** The mode that this button toggles is on. */
  pressed?: boolean
}

function toClassNames({ variant = 'plain', size = 'md', pressed }: ButtonStyle, more?: string): string {
  return classes(
    css.button,
    variant === 'primary' && css.primary,
    variant === 'ghost' && css.ghost,
    variant === 'danger' && classes(css.ghost, css.danger),
    size === 'sm' && css.sm,
    size === 'lg' && css.lg,
    pressed && css.on,
    more,
  )
}

/** A button with text. */
export function Button({
  variant,
  size,
  icon: Before,
  iconAfter: After,
  pressed,
  className,
  children,
  ...rest
}: ButtonStyle & ComponentProps<'button'>) {
  return (
    <button type="button" className={toClassNames({ variant, size, pressed }, className)} {...rest}>
      {Before && <Before className="i" />}
      {children}
      {After && <After className="i s14" />}
    </button>
  )
}

/** A link with the appearance of a button. */
export function ButtonLink({
  variant,
  size,
  icon: Before,
  iconAfter: After,
  className,
  children,
  ...rest
}: ButtonStyle & Omit<LinkProps, 'className'> & { className?: string }) {
  return (
    <Link className={toClassNames({ variant, size }, className)} {...rest}>
      {Before && <Before className="i" />}
      {children}
      {After && <After className="i s14" />}
    </Link>
  )
}

export interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  /** The tooltip, where it is shorter than the label. */
  tip?: string
  icon: Icon
  small?: boolean
  /** The state that this button toggles is on. */
  active?: boolean
  /** Size class of the icon, see base.css. */
  iconClass?: string
}

/** A button with one icon. Its label is for screen readers and the tooltip. */
export function IconButton({
  label,
  tip = label,
  icon: Glyph,
  small,
  active,
  iconClass = small ? 's14' : 's18',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={tip}
      className={classes('inline t2 rigid', css.icon, small && css.small, active && css.active, className)}
      {...rest}
    >
      <Glyph className={`i ${iconClass}`} />
    </button>
  )
}
