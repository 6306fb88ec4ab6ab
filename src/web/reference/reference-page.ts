/** The reference of the API as a readable page, generated from the same table as the API. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpointGroups } from '../../contract/endpoint-groups.ts'
import { type ErrorCode, errors, remedyAt } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { type Answers, bare, bodyOf, errorsOf, knownHeaders, openApi } from '../../contract/openapi.ts'
import { shapes } from '../../contract/shapes.ts'
import { type Html, html } from '../../domain/html.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { WebHandlers } from '../handler.ts'
import { documentOf } from '../pages/document.ts'
import { filesIn } from '../pages/page-files.ts'
import { type Field, fieldsOf, type Schema, typeOf } from './shape-lines.ts'

type Groups = typeof endpointGroups

/** Returns the endpoints of each group that are answered here. */
const groupsOf = (answers: Answers): Groups =>
  endpointGroups.flatMap(([tag, members]) => {
    const answered = members.filter(([name]) => answers(name))
    return answered.length === 0 ? [] : [[tag, answered] as const]
  })

const referenceStylesheet = 'reference.css'

const referencePage = (groups: Groups): string =>
  documentOf({
    title: 'API',
    description: 'Every endpoint of this service, with its parameters, answers and errors.',
    stylesheet: `/api/docs/${referenceStylesheet}`,
    body: html`<body>
<nav aria-label="Contents">
<p><a href="/app/">${names.product}</a></p>
<ul>
${groups.map(([tag, members]) => html`<li><a href="#group-${tag}">${titled(tag)}</a> <small>${members.length}</small></li>`)}
<li><a href="#shapes">Shapes</a> <small>${Object.keys(shapes).length}</small></li>
<li><a href="#errors">Errors</a> <small>${Object.keys(errors).length}</small></li>
</ul>
</nav>
<main>
${introduction}
${groups.map(([tag, members]) => html`<section id="group-${tag}"><h2>${titled(tag)}</h2>${members.map(endpointOf)}</section>`)}
<section id="shapes"><h2>Shapes</h2>${Object.entries(shapes).map(shapeOf)}</section>
<section id="errors"><h2>Errors</h2>${errorTable()}</section>
</main>
</body>`,
  })

const introduction = html`<h1>API</h1>
<p>Everything here is also an <a href="/api/openapi.json">OpenAPI 3.1 document</a>. Without a password every program on this
machine may ask; with one, send a key that was made in the settings:</p>
<pre>curl -H "Authorization: Bearer svc_…" http://127.0.0.1:8723/api/v1/conversations</pre>
<p>A failure is <code>{ "error": { "code", "message", "details"? } }</code>; the message says what to do.</p>`

const titled = (tag: string): string => `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`

function endpointOf([name, endpoint]: readonly [string, Endpoint]): Html {
  const { method, path, scope, summary, path_params, query, headers = [] } = endpoint
  const body = bodyOf(endpoint) as Schema | undefined
  return html`<article id="${name}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="scope">${scope}</span></h3>
<p>${summary}</p>
${path_params && fieldTable('Path', path_params)}
${query && fieldTable('Query', query)}
${headers.map((name) => html`<p><code>${name}</code>: ${knownHeaders[name].description}</p>`)}
${body && bodyTable(body, endpoint.upload === undefined ? 'Body' : 'Form')}
<p class="returns">${returnsOf(endpoint)}${endpoint.leads_away !== undefined && html` Answers 303, ${endpoint.leads_away}.`}</p>
<p class="codes">${errorsOf(endpoint).map((code) => html`<a href="#error-${code}">${errors[code].status} ${code}</a> `)}</p>
</article>`
}

const bodyTable = (body: Schema, caption: string): Html =>
  body.$ref === undefined ? tableOf(caption, fieldsOf(body)) : html`<p>Body: ${typeLinks(typeOf(body))}</p>`

function fieldTable(caption: string, schema: object): Html {
  return tableOf(caption, fieldsOf(bare(schema as never) as Schema))
}

const tableOf = (caption: string | undefined, fields: readonly Field[]): Html => html`<div class="wide"><table>
${caption !== undefined && html`<caption>${caption}</caption>`}
<tbody>${fields.map(
  ({ name, type, isRequired, description }) =>
    html`<tr><th scope="row"><code>${name}</code>${isRequired && html`<small> required</small>`}</th><td><code>${typeLinks(type)}</code></td><td>${prose(description)}</td></tr>
`,
)}</tbody>
</table></div>`

function returnsOf({ returns }: Endpoint): Html {
  switch (returns.as) {
    case 'json':
      return html`Answers ${returns.status} with <code>${typeLinks(typeOf(bare(returns.schema) as Schema))}</code>`
    case 'events':
      return html`Streams events: <code>${typeLinks(typeOf(bare(returns.schema) as Schema))}</code>`
    case 'bytes':
      return html`Answers with bytes: <code>${returns.types.join(', ')}</code>`
    case 'nothing':
      return html`Answers 204.`
    case 'page':
      return html`Answers with a page.`
    case 'redirect':
      return html`Answers ${returns.status}, which leads to the page.`
  }
}

function shapeOf([name, schema]: [string, object]): Html {
  const plain = bare(schema as never, name) as Schema
  const fields = fieldsOf(plain)
  return html`<article id="shape-${name}"><h3><code>${name}</code></h3>
${plain.description !== undefined && html`<p>${prose(plain.description)}</p>`}
${fields.length > 0 ? tableOf(undefined, fields) : html`<p><code>${typeLinks(typeOf(plain))}</code></p>`}
</article>`
}

const errorTable = () =>
  html`<div class="wide"><table><tbody>${Object.entries(errors).map(
    ([code, { status }]) =>
      html`<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${prose(remedyAt('api', code as ErrorCode))}</td></tr>
`,
  )}</tbody></table></div>`

/** Links the names of shapes to them. */
const typeLinks = (type: string): Html =>
  html`${type
    .split(/\b([A-Z][A-Za-z]+)\b/)
    .map((part) => (part in shapes ? html`<a href="#shape-${part}">${part}</a>` : part))}`

/** Renders text between backquotes as code. */
const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** Serves the API's own description: as a document for programs and as a page for people. */
type ReferenceNames = 'openapi' | 'reference' | 'reference_assets'

/** `answers` says what a hub answers; on a Mac it is left out. */
export function referenceHandlers(release: string, answers?: Answers): Pick<WebHandlers, ReferenceNames> {
  const files = filesIn(new URL('./', import.meta.url), { given: [referenceStylesheet] })
  return {
    openapi: () => openApi(release, answers),
    reference: () => referencePage(answers === undefined ? endpointGroups : groupsOf(answers)),
    reference_assets(_input, context) {
      const name = (context.request.params as { '*': string })['*']
      if (!files.has(name)) throw new ServiceError('not_found', 'There is no such file.')
      return files.send(name, context)
    },
  }
}
