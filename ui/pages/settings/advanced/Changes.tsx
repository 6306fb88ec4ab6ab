/** Lists which settings a draft would change, and how, before it is saved. */
import { isHiddenSecret } from '../../../../src/domain/plugin-settings.ts'
import { t } from '../../../catalogue/texts.ts'
import type { Draft } from '../../../forms/draft.ts'
import { placeOf } from '../../../forms/values.ts'
import styles from './Advanced.module.css'

export const Changes = ({ draft }: { draft: Draft }) => (
  <section className={styles.changes} aria-label={t('settings.changes')}>
    <h3>{t('settings.changes')}</h3>
    {draft.length === 0 ? (
      <p>{t('settings.changes_none')}</p>
    ) : (
      <ul>
        {draft.map(({ path, base, value }) => {
          const name = placeOf(path)
          const [before, after] = [told(base), isHiddenSecret(base) ? '••••' : told(value)]
          return (
            <li key={name}>
              <span className="visually-hidden">{t('settings.change_row', { name, before, after })}</span>
              <code aria-hidden dir="ltr">
                {name}
              </code>
              <span aria-hidden className={styles.sides} dir="ltr">
                <del>{before}</del> <ins>{after}</ins>
              </span>
            </li>
          )
        })}
      </ul>
    )}
  </section>
)

const told = (value: unknown): string =>
  value === undefined ? t('settings.nothing') : isHiddenSecret(value) ? '••••' : JSON.stringify(value)
