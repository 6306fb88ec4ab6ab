/** A button, or a link that looks like one; a screen has one primary button at most. */
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

/** A link within the page. */
export const LinkButton = ({ kind, size, ...rest }: Look & { href: string }) => (
  <Link {...rest} className={classOf({ kind, size })} />
)

/** A link to a file that the browser saves. */
export const DownloadButton = ({ kind, size, ...rest }: Look & { href: string }) => (
  <a {...rest} download className={classOf({ kind, size })} />
)

/** A button that shows only an icon; `label` names its action. */
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
