/**
 * Registers the commands that work everywhere: palette, list of shortcuts, search, new message, pages, regions and
 * sign-out.
 */
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '../catalogue/texts.ts'
import { type Command, useCommands } from '../keyboard/commands.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import { useSignOut } from '../live/use-sign-out.ts'
import { focusSearch } from '../parts/search/focus-search.ts'
import { paths } from '../routes.ts'
import { navItems } from './nav-items.ts'
import { goToRegion } from './regions.ts'

const loadPalette = () => import('../parts/palette/Palette.tsx')
const Palette = lazyPart(loadPalette)
/** Preloads the palette after what is needed first. */
const paletteInMs = 5_000
const KeysDialog = lazyPart(() => import('../parts/keys/KeysDialog.tsx'))

export function ShellCommands() {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const [, navigate] = useLocation()
  const close = useCallback(() => setOpen(undefined), [])
  const signOut = useSignOut()
  // Preloading lets typing start as soon as the palette is opened; until it is there, letters would be shortcuts of the
  // page.
  useEffect(() => {
    const timer = setTimeout(() => loadPalette().catch(() => undefined), paletteInMs)
    return () => clearTimeout(timer)
  }, [])
  useCommands(
    useMemo(
      () => [...pageCommands(setOpen, navigate), ...goCommands(navigate), ...wayOut(signOut)],
      [navigate, signOut],
    ),
  )
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  )
}

type Navigate = (to: string) => void

function pageCommands(show: (dialog: 'palette' | 'keys') => void, navigate: Navigate): Command[] {
  const group = t('palette.page')
  const command = (id: string, title: string, keys: string[], run: () => unknown): Command => ({
    id,
    title,
    group,
    keys,
    run: () => void run(),
  })
  return [
    { ...command('palette', t('palette.open'), ['mod+k'], () => show('palette')), hidden: true },
    command('search', t('shell.search'), ['mod+f', '/'], () => focusSearch() || navigate(paths.search())),
    command('new_message', t('shell.new_message'), ['mod+n'], () => navigate(paths.newMessage())),
    command('keys', t('palette.keys_open'), ['?'], () => show('keys')),
    { ...command('region.next', t('shell.next_region'), ['F6'], () => goToRegion(1)), hidden: true },
    { ...command('region.previous', t('shell.previous_region'), ['shift+F6'], () => goToRegion(-1)), hidden: true },
  ]
}

function goCommands(navigate: Navigate): Command[] {
  const group = t('palette.go')
  return [
    { id: 'go.messages', title: t('shell.messages'), group, run: () => navigate(paths.messages()) },
    ...navItems.map(({ href, title }) => ({
      id: `go${href}`,
      title: t(title),
      group,
      run: () => navigate(href),
      ...(href === paths.settings() && { keys: ['mod+,'] }),
    })),
  ]
}

const wayOut = (signOut: (() => void) | undefined): Command[] =>
  signOut === undefined ? [] : [{ id: 'sign_out', title: t('shell.sign_out'), group: t('palette.page'), run: signOut }]
