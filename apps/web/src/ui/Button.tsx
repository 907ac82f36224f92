import type { ComponentProps, FunctionComponent, SVGProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import css from './Button.module.css'
import { classes } from './classes.ts'

export type Icon = FunctionComponent<SVGProps<SVGSVGElement>>

interface Looks {
  variant?: 'plain' | 'primary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  icon?: Icon
  /** An icon after the words. */
  after?: Icon
  /** Pressed: a mode this button switches is on. */
  on?: boolean
}

function toClassNames({ variant = 'plain', size = 'md', on }: Looks, more?: string): string {
  return classes(
    css.btn,
    variant === 'primary' && css.primary,
    variant === 'ghost' && css.ghost,
    variant === 'danger' && classes(css.ghost, css.danger),
    size === 'sm' && css.sm,
    size === 'lg' && css.lg,
    on && css.on,
    more,
  )
}

/** A button with words. */
export function Button({
  variant,
  size,
  icon: Before,
  after: After,
  on,
  className,
  children,
  ...rest
}: Looks & ComponentProps<'button'>) {
  return (
    <button type="button" className={toClassNames({ variant, size, on }, className)} {...rest}>
      {Before && <Before className="i" />}
      {children}
      {After && <After className="i s14" />}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon: Before,
  after: After,
  className,
  children,
  ...rest
}: Looks & Omit<LinkProps, 'className'> & { className?: string }) {
  return (
    <Link className={toClassNames({ variant, size }, className)} {...rest}>
      {Before && <Before className="i" />}
      {children}
      {After && <After className="i s14" />}
    </Link>
  )
}

/** A button that is one icon; its label is read out and shown on hover. */
export function IconButton({
  label,
  tip = label,
  icon: Glyph,
  small,
  lit,
  glyph = small ? 's14' : 's18',
  className,
  ...rest
}: ComponentProps<'button'> & {
  label: string
  /** What is shown on hover, where the label is longer than that. */
  tip?: string
  icon: Icon
  small?: boolean
  /** The thing this button switches is on. */
  lit?: boolean
  /** Size class of the icon, see base.css. */
  glyph?: string
}) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={tip}
      className={classes(css.icon, small && css.small, lit && css.lit, className)}
      {...rest}
    >
      <Glyph className={`i ${glyph}`} />
    </button>
  )
}
