/** Explains the search conditions while the field is empty. */
import { t } from '../../catalogue/texts.ts'
import styles from './SearchResults.module.css'
import { conditionNames } from './search-words.ts'

export const SearchHelp = ({ onTake }: { onTake: (text: string) => void }) => (
  <div className={styles.help}>
    <p>{t('search.help')}</p>
    <ul>
      {conditionNames.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={styles.helpRow}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(`${name}:`)}
          >
            <code>{name}:</code>
            <span className={styles.detail}>{t(`search.condition_${name}_hint`)}</span>
          </button>
        </li>
      ))}
    </ul>
  </div>
)
