/**
 * Declares the surfaces on which errors are read. Each remedy fits its surface: a command, an endpoint, a part of the
 * page, a tool.
 */

export const surfaces = ['terminal', 'api', 'page', 'tools'] as const
export type Surface = (typeof surfaces)[number]

/** Our own clients name their surface in this header; requests without it get the remedies for programs. */
export const surfaceHeader = 'x-surface'

export const isSurface = (name: unknown): name is Surface => surfaces.some((surface) => surface === name)

/** The remedy for the one failure that only clients can report, since the service cannot be reached. */
export const unreachableRemedy: Readonly<Record<Surface, string>> = {
  terminal: 'Start it: `service start` if it is installed, `service up` in a Terminal window otherwise.',
  api: 'Start the service, then repeat.',
  page: 'Start the service on the Mac. This page continues by itself.',
  tools:
    'Tell the user to start the service (`service up`), then call the tool again. Nothing here has to be restarted.',
}
