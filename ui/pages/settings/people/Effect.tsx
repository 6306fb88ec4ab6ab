/** Says which plugins receive the relayed messages. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { asking } from '../../../api/ask.ts'
import { locale, t } from '../../../catalogue/texts.ts'
import { paths } from '../../../routes.ts'
import styles from './People.module.css'

export function Effect() {
  const { data } = useQuery(asking('list_plugins'))
  if (data === undefined) return null
  const on = data.filter(({ enabled }) => enabled).map(({ display_name: name }) => name)
  const names = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(on)
  return (
    <p className={styles.effect}>
      {on.length === 0 ? t('people.effect_none') : t('people.effect', { count: on.length, names })}{' '}
      <Link href={paths.plugins()}>{t('people.to_plugins')}</Link>
    </p>
  )
}
