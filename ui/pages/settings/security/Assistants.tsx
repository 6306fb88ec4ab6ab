/** Shows how programs with a language model are connected: by a command, which also makes their key. */
import { t } from '../../../catalogue/texts.ts'
import { CommandList } from '../../../kit/CommandList.tsx'

export const Assistants = () => (
  <CommandList
    commands={[
      ['service mcp --setup', t('security.assistants_read')],
      ['service mcp --setup --write', t('security.assistants_write')],
    ]}
    labelOf={(command) => t('security.assistants_copy', { command })}
    note={t('security.assistants_key')}
  />
)
