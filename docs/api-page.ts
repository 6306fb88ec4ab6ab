/** Writes the reference of the API in Markdown, from the same table as the API itself. */
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpointGroups } from '../src/contract/endpoint-groups.ts'
import { bare, bodyOf, errorsOf, knownHeaders } from '../src/contract/openapi.ts'
import { shapes } from '../src/contract/shapes.ts'
import { type Field, fieldsOf, type Schema, typeOf } from '../src/web/reference/shape-lines.ts'

const introduction = [
  'The service tells the same at `/api/docs`, and as an OpenAPI 3.1 document at `/api/openapi.json`.',
  '[Examples](api-examples.md) show how to ask; [errors.md](errors.md) explains the codes.',
]

export function apiPage(note: string): string {
  return [
    '# API',
    '',
    note,
    '',
    ...introduction,
    '',
    ...endpointGroups.flatMap(([tag, rows]) => [
      `## ${tag}`,
      '',
      ...rows.flatMap(([name, row]) => endpointLines(name, row)),
    ]),
    '## Shapes',
    '',
    ...Object.entries(shapes).flatMap(([name, schema]) => shapeLines(name, schema)),
  ].join('\n')
}

function endpointLines(name: string, endpoint: Endpoint): string[] {
  const { method, path, scope, summary, path_params, query, headers = [] } = endpoint
  const body = bodyOf(endpoint)
  return [
    `### ${method} ${path}`,
    '',
    `\`${name}\` · scope \`${scope}\``,
    '',
    summary,
    '',
    ...(path_params ? fieldLines('path', fieldsOf(bare(path_params))) : []),
    ...(query ? fieldLines('query', fieldsOf(bare(query))) : []),
    ...(headers.length > 0 ? headerLines(headers) : []),
    ...(body ? bodyLines(body, endpoint.upload === undefined ? 'body' : 'form') : []),
    `${[answered(endpoint), ...otherwise(endpoint)].join(' ')} Errors: ${errorsOf(endpoint)
      .map((code) => `\`${code}\``)
      .join(', ')}.`,
    '',
  ]
}

const bodyLines = (body: Schema, place: 'body' | 'form'): string[] =>
  body.$ref === undefined ? fieldLines(place, fieldsOf(body)) : [`Body: \`${typeOf(body)}\``, '']

const headerLines = (headers: readonly (keyof typeof knownHeaders)[]): string[] => [
  '| header | |',
  '|---|---|',
  ...headers.map((name) => `| \`${name}\` | ${cell(knownHeaders[name].description)} |`),
  '',
]

function answered({ returns }: Endpoint): string {
  switch (returns.as) {
    case 'json':
      return `Answers ${returns.status}: \`${typeOf(bare(returns.schema))}\`.`
    case 'events':
      return `Server-sent events: \`${typeOf(bare(returns.schema))}\`.`
    case 'bytes':
      return 'Answers with bytes.'
    case 'nothing':
      return 'Answers 204.'
    case 'page':
      return 'Answers with a page.'
    case 'redirect':
      return `Answers ${returns.status}, which leads to the page.`
  }
}

function otherwise({ also = [], leads_away }: Endpoint): string[] {
  return [
    ...(also.length > 0 ? [`Also ${also.join(' and ')}.`] : []),
    ...(leads_away === undefined ? [] : [`Answers 303, ${leads_away}.`]),
  ]
}

function shapeLines(name: string, schema: object): string[] {
  const plain: Schema = bare(schema as never, name)
  const fields = fieldsOf(plain)
  return [`### ${name}`, '', ...(fields.length > 0 ? fieldLines('', fields) : [`\`${typeOf(plain)}\``, ''])]
}

/** A bar would end the cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

const fieldLines = (place: string, fields: readonly Field[]): string[] => [
  `| ${place} | type | |`,
  '|---|---|---|',
  ...fields.map(
    ({ name, type, isRequired, description }) =>
      `| \`${name}\`${isRequired && place !== '' ? ' (required)' : ''} | \`${cell(type)}\` | ${cell(description)} |`,
  ),
  '',
]
