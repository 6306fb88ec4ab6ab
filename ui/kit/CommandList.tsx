/** Commands for a terminal, each with what it does and a button that copies it. */

import styles from './CommandList.module.css'
import { CopyLine } from './CopyLine.tsx'
import sheet from './sheet.module.css'

interface Props {
  commands: readonly (readonly [command: string, meaning: string])[]
  labelOf(command: string): string
  note: string
}

export const CommandList = ({ commands, labelOf, note }: Props) => (
  <div className={`${sheet.sheet} ${styles.commands}`}>
    {commands.map(([command, meaning]) => (
      <div key={command}>
        <p>{meaning}</p>
        <CopyLine text={command} label={labelOf(command)} />
      </div>
    ))}
    <small>{note}</small>
  </div>
)
