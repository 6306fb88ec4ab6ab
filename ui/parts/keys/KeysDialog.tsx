/** Lists the keyboard shortcuts, each with a switch that turns it off. */
import { useId } from 'react'
import { t } from '../../catalogue/texts.ts'
import { type Command, useCommandTable } from '../../keyboard/commands.ts'
import { switchKeys, useKeysOff } from '../../keyboard/keys-off.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Switch } from '../../kit/Switch.tsx'
import styles from './Keys.module.css'
import { Keys } from './Keys.tsx'

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const commands = useCommandTable(({ commands }) => commands).filter(({ keys = [] }) => keys.length > 0)
  const groups = [...Map.groupBy(onceEach(commands), ({ group }) => group)]
  return (
    <Dialog title={t('palette.keys')} onClose={onClose} size="wide">
      <p className={styles.hint}>{t('palette.keys_hint')}</p>
      <div className={styles.list}>
        {groups.map(([group, members]) => (
          <section key={group} className={styles.group}>
            <h3>{group}</h3>
            <ul>
              {members.map((command) => (
                <KeyRow key={command.id} command={command} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Merges commands with the same id into one with several keys. */
function onceEach(commands: readonly Command[]): Command[] {
  const byId = Map.groupBy(commands, ({ id }) => id)
  return [...byId.values()].flatMap(([command, ...others]) =>
    command === undefined ? [] : { ...command, keys: endsOf([...new Set([command, ...others].flatMap(keysOf))]) },
  )
}

const keysOf = ({ keys = [] }: Command): readonly string[] => keys

const mostShown = 3

/** Shortens a long series of keys to its first and last. */
const endsOf = (keys: readonly string[]): readonly string[] =>
  keys.length > mostShown ? keys.filter((_, index) => index === 0 || index === keys.length - 1) : keys

function KeyRow({ command: { id, title, keys = [] } }: { command: Command }) {
  const isOn = useKeysOff(({ off }) => !off.has(id))
  const switchId = useId()
  return (
    <li className={styles.row} data-off={isOn ? undefined : true}>
      <label htmlFor={switchId}>{title}</label>
      <Keys keys={keys} />
      <Switch id={switchId} checked={isOn} onChange={(wanted) => switchKeys(id, wanted)} />
    </li>
  )
}
