/** Serves the files of plugins to their frames, each under an address that was made for it. */
import { existsSync, readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { type PagedPlugin, pagedPlugin } from '../../actions/plugin-page/paged-plugin.ts'
import type { Services } from '../../actions/services.ts'
import { hasCode, ServiceError } from '../../domain/service-error.ts'
import type { PageFile } from '../../store/plugin-pages/page-files.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext, WebHandlers } from '../handler.ts'
import { frameDocument, framedModule, runtimeFile } from './frame-document.ts'
import { frameTickets } from './frame-tickets.ts'

type PluginPageNames = 'open_plugin_frame' | 'plugin_frame'

/** The build puts the runtime beside the page. */
const runtime = new URL('../../../ui/dist/plugin/plugin-ui.js', import.meta.url)

export function pluginPageHandlers(services: Services, access: Access): Pick<WebHandlers, PluginPageNames> {
  const tickets = frameTickets({ stillAdmitted: access.stillAdmitted, nowMs: () => services.nowMs() })
  return {
    open_plugin_frame({ name }, { caller }) {
      const plugin = pagedPlugin(name, services)
      return { url: addressOf(plugin.name, tickets.make(plugin.name, caller)) }
    },
    plugin_frame(_input, { request, reply }) {
      const { name, ticket, path } = partsOf(request)
      if (!tickets.admits(name, ticket)) throw noSuchFile()
      const plugin = placed(name, services)
      if (path === '') return reply.type('text/html; charset=utf-8').send(frameDocument(framed(plugin)))
      if (path === runtimeFile) return sendFile(reply, runtimeFileOf())
      return sendFile(reply, asFramed(fileOf(plugin, path, services), addressOf(name, ticket)))
    },
  }
}

const addressOf = (name: string, ticket: string): string => `/plugin-frame/${name}/${ticket}/`

const asFramed = ({ type, bytes }: PageFile, address: string): PageFile =>
  type.startsWith('text/javascript')
    ? { type, bytes: Buffer.from(framedModule(bytes.toString(), address)) }
    : { type, bytes }

const framed = ({ title, module }: PagedPlugin) => ({ title, entry: module })

/** Splits `{name}/{ticket}/{path}`. A path must be a name in the folder's snapshot. */
function partsOf({ params }: RequestContext['request']) {
  const [name = '', ticket = '', ...path] = (params as { '*': string })['*'].split('/')
  return { name, ticket, path: path.join('/') }
}

/** Treats a plugin that is switched off as missing. */
function placed(name: string, services: Services): PagedPlugin {
  try {
    return pagedPlugin(name, services)
  } catch (error) {
    if (hasCode(error, 'plugin_not_found')) throw noSuchFile()
    throw error
  }
}

function fileOf({ folder }: PagedPlugin, path: string, services: Services): PageFile {
  const file = services.pluginPages.files(folder)?.file(path)
  if (file === undefined) throw noSuchFile()
  return file
}

function runtimeFileOf(): PageFile {
  if (!existsSync(runtime)) throw new ServiceError('not_found', 'The page has not been built (npm run build:page).')
  return { type: 'text/javascript; charset=utf-8', bytes: readFileSync(runtime) }
}

const sendFile = (reply: FastifyReply, { type, bytes }: PageFile): FastifyReply =>
  reply.header('content-type', type).send(bytes)

const noSuchFile = () => new ServiceError('not_found', 'There is no such file.')
