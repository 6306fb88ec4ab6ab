/** Where an error is read. Its remedy is worded for that place: a command, an endpoint, a part of the page, a tool. */

export const surfaces = ['terminal', 'api', 'page', 'tools'] as const
export type Surface = (typeof surfaces)[number]

/** With it our own clients say for whom they ask; programs that say nothing are told what a program needs. */
export const surfaceHeader = 'x-surface'

export const isSurface = (name: unknown): name is Surface => surfaces.some((surface) => surface === name)

/** The one failure that only a client can meet: the service cannot say it itself. */
export const unreachableRemedy: Readonly<Record<Surface, string>> = {
  terminal: 'Start it: `service start` if it is installed, `service up` in a Terminal window otherwise.',
  api: 'Start the service, then repeat.',
  page: 'Start the service on the Mac. This page continues by itself.',
  tools:
    'Tell the user to start the service (`service up`), then call the tool again. Nothing here has to be restarted.',
}
