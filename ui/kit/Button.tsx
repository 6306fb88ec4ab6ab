/** A button, or a link that looks like one: primary once on a screen, quiet elsewhere. */
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Button.module.css'

interface Look {
  kind?: 'primary' | 'plain' | 'quiet' | 'destructive'
  size?: 'small' | 'regular'
  children: ReactNode
}

const classOf = ({ kind = 'plain', size = 'regular' }: Pick<Look, 'kind' | 'size'>): string =>
  `${styles.button} ${styles[kind]} ${styles[size]}`

export const Button = ({ kind, size, type = 'button', ...rest }: Look & ComponentProps<'button'>) => (
  <button {...rest} type={type} className={classOf({ kind, size })} />
)

/** Within the page. */
export const LinkButton = ({ kind, size, ...rest }: Look & { href: string }) => (
  <Link {...rest} className={classOf({ kind, size })} />
)

/** Shows a picture alone; `label` says what it does. */
export const IconButton = ({
  label,
  children,
  type = 'button',
  ...rest
}: { label: string; children: ReactNode } & ComponentProps<'button'>) => (
  <button {...rest} type={type} aria-label={label} title={label} className={styles.icon}>
    {children}
  </button>
)
