/** The menu of a log line. */
import { Braces, Copy, Link2, ListFilter } from 'lucide-react'
import { t } from '../../catalogue/texts.ts'
import type { Box } from '../../kit/box.ts'
import { copy } from '../../kit/copy.ts'
import { Menu } from '../../kit/Menu.tsx'
import { exported, type LogFormat } from './export.ts'
import { aroundCount } from './items.ts'
import type { LogLine } from './lines.ts'
import type { LogView } from './use-log-view.ts'

export interface MenuFor {
  line: LogLine
  at: Box
}

export function LogMenu({ line, at, view, onClose }: MenuFor & { view: LogView; onClose: () => void }) {
  const as = (format: LogFormat) => exported([line], { format, maskHandles: false }).trimEnd()
  const isAround = view.around === line.id
  const items = [
    { label: t('logs.copy'), icon: <Copy size={16} aria-hidden />, run: () => copy(as('txt')) },
    { label: t('logs.copy_json'), icon: <Braces size={16} aria-hidden />, run: () => copy(as('jsonl')) },
    { label: t('logs.copy_link'), icon: <Link2 size={16} aria-hidden />, run: () => copy(view.linkTo(line)) },
    {
      label: isAround ? t('logs.hide_around') : t('logs.show_around', { count: aroundCount }),
      icon: <ListFilter size={16} aria-hidden />,
      run() {
        view.hold()
        view.showAround(isAround ? undefined : line.id)
      },
    },
  ]
  return <Menu label={t('logs.more')} items={items} at={at} onClose={onClose} />
}
